/** How the words that we read from a file compare with those that another program finds. */
export interface Comparison {
  /** Words of the other program, and how many of them we find too. */
  words: number
  found: number
  /** Runs of three words that both find once, and how many of them stand in one order. */
  runs: number
  inOrder: number
  /** Words that we join with a neighbour, and words that we split. */
  joined: number
  split: number
}

/** Programs split formulas and figures in different ways. */
const minLetters = 3
/** Parts of joined and split words have so many letters, and one has more: products of variables are no words. */
const minPart = 2
/** So many words that are joined are looked for, in a word of so many letters. */
const longest = { words: 15, letters: 60 }

/** Composed letters without hyphens that break lines. Some programs put an accent onto a dotless i. */
function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/ı(?=\p{M})/gu, 'i')
    .normalize('NFC')
    .toLowerCase()
}

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? []

function countsOf<Item>(items: readonly Item[]): Map<Item, number> {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** How often each word occurs more often here than there. */
function surplus(here: Map<string, number>, there: Map<string, number>): Map<string, number> {
  return new Map(
    [...here]
      .map(([word, count]) => [word, count - (there.get(word) ?? 0)] as const)
      .filter(([, more]) => more > 0),
  )
}

/** @param theirs without what we leave out on purpose */
export function compareTexts(theirs: string, ours: string): Comparison {
  const our = normalised(ours)
  const ourWords = wordsOf(our)
  const ourCounts = countsOf(ourWords)
  // A hyphen at the end of a line is part of the word or breaks it: either counts as found.
  const their = normalised(theirs).replace(
    /(\p{L}+)[-‐]\n\s*(\p{L}+)/gu,
    (_, first: string, second: string) =>
      !ourCounts.has(first + second) && ourCounts.has(first) && ourCounts.has(second)
        ? `${first} ${second}`
        : first + second,
  )
  const theirWords = wordsOf(their)
  const theirCounts = countsOf(theirWords)
  const long = [...theirCounts].filter(([word]) => word.length >= minLetters)
  const more = surplus(ourCounts, theirCounts)
  const less = surplus(theirCounts, ourCounts)
  return {
    words: long.reduce((sum, [, count]) => sum + count, 0),
    found: long.reduce((sum, [word, count]) => sum + Math.min(count, ourCounts.get(word) ?? 0), 0),
    ...compareOrder(theirWords, ourWords),
    joined: countJoined(theirWords, more, theirCounts),
    split: countSplit(our, less, more),
  }
}

function countJoined(words: string[], more: Map<string, number>, known: Map<string, number>): number {
  const isPart = (word: string) => word.length >= minPart
  let joined = 0
  words.forEach((first, from) => {
    let whole = first
    let parts = isPart(first) ? 1 : 0
    let isLong = first.length >= minLetters
    for (let to = from + 1; to < from + longest.words && whole.length < longest.letters; to++) {
      const word = words[to] ?? ''
      whole += word
      if (isPart(word)) parts++
      if (word.length >= minLetters) isLong = true
      const left = more.get(whole) ?? 0
      if (word === '' || parts < 2 || !isLong || left === 0 || known.has(whole)) continue
      more.set(whole, left - 1)
      joined += to - from + 1
    }
  })
  return joined
}

function countSplit(text: string, less: Map<string, number>, more: Map<string, number>): number {
  let split = 0
  for (const [, first = '', second = ''] of text.matchAll(/(?<!\p{L})(\p{L}+)(?=\s(\p{L}+))/gu)) {
    const whole = first + second
    const left = less.get(whole) ?? 0
    const isWord = Math.min(first.length, second.length) >= minPart && whole.length >= minPart + minLetters
    if (!isWord || left === 0) continue
    if (!more.has(first) && !more.has(second)) continue
    less.set(whole, left - 1)
    split++
  }
  return split
}

/** The longest chain of runs in one order, of the runs of three words that each text has once. */
function compareOrder(theirs: string[], ours: string[]): { runs: number; inOrder: number } {
  const places = runsOf(ours)
  const order = [...runsOf(theirs).keys()].flatMap((run) => places.get(run) ?? [])
  const ends: number[] = []
  for (const place of order) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    ends[low] = place
  }
  return { runs: order.length, inOrder: ends.length }
}

/** Where each run of three words begins that occurs once. */
function runsOf(words: string[]): Map<string, number> {
  const runs = words.slice(2).map((third, nth) => `${words[nth]} ${words[nth + 1]} ${third}`)
  const counts = countsOf(runs)
  return new Map(runs.map((run, nth) => [run, nth] as const).filter(([run]) => counts.get(run) === 1))
}
