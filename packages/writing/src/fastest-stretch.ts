import type { RecordEntry } from './step.ts'

/** Characters that came faster than anybody types, counted without white space. */
export interface FastestStretch {
  characters: number
  duration_ms: number
  /** Whether most of them came one by one, or in pieces such as the words that dictation sends. */
  pieces: 'characters' | 'words'
}

/** A phrase that a text expander or a word suggestion completes is shorter. */
const leastCharacters = 100

/**
 * Nobody types 50 characters a second. Records over a minute are near 216 words of five characters, 18 a second
 * (Stella Pajunas, 1946), tests of 15 seconds near 300 words, 25 a second, and stenographers near 360 words, 30
 * a second. The spaces among them do not even count here.
 */
const msPerCharacter = 20

/** From the fourth on, the same character again comes from a key that is held down. */
const pressedRepeats = 3

interface Arrival {
  at: number
  characters: number
}

/** What an entry adds without replacing anything, as a key and dictation do; null for every other entry. */
function addedText(entry: RecordEntry): string | null {
  if (entry.kind !== 'step' || entry.origin !== 'typing' || entry.step.from !== entry.step.to) return null
  const { content } = (entry.step.slice ?? {}) as { content?: { text?: string }[] }
  return content?.length === 1 ? (content[0]?.text ?? null) : null
}

/** What looks like typing, by page, because two devices at once are not one fast typist. */
function arrivalsOf(
  entries: readonly RecordEntry[],
  times: Float64Array,
  typed: Uint32Array,
): Iterable<Arrival[]> {
  const pages = new Map<string, { arrivals: Arrival[]; last: string; repeats: number }>()
  for (const [nth, entry] of entries.entries()) {
    const text = addedText(entry)
    if (text === null || typed[nth] === 0) continue
    const page = pages.get(entry.client) ?? { arrivals: [], last: '', repeats: 0 }
    pages.set(entry.client, page)
    page.repeats = page.last === text ? page.repeats + 1 : 0
    page.last = text
    if (page.repeats < pressedRepeats) page.arrivals.push({ at: times[nth]!, characters: typed[nth]! })
  }
  return [...pages.values()].map(({ arrivals }) => arrivals.sort((a, b) => a.at - b.at))
}

/**
 * The stretch that saves most time against the fastest possible typist, so that what somebody types before or
 * after it does not dilute it.
 */
function stretchOf(arrivals: readonly Arrival[]): (FastestStretch & { savedMs: number }) | null {
  let best: { first: number; last: number; savedMs: number } | null = null
  // The time that a typist needs for everything before an arrival, less when it came.
  const slackBefore: number[] = []
  const before: number[] = []
  let total = 0
  let next = 0
  let first = 0
  for (const [last, { at, characters }] of arrivals.entries()) {
    before.push(total)
    slackBefore.push(total * msPerCharacter - at)
    total += characters
    for (; next <= last && total - before[next]! >= leastCharacters; next++)
      if (slackBefore[next]! < slackBefore[first]!) first = next
    const savedMs = total * msPerCharacter - at - slackBefore[first]!
    if (total - before[first]! >= leastCharacters && savedMs >= 0 && savedMs > (best?.savedMs ?? -1))
      best = { first, last, savedMs }
  }
  if (best === null) return null
  const stretch = arrivals.slice(best.first, best.last + 1)
  const characters = stretch.reduce((sum, arrival) => sum + arrival.characters, 0)
  const single = stretch.filter((arrival) => arrival.characters === 1).length
  return {
    characters,
    duration_ms: Math.round(stretch.at(-1)!.at - stretch[0]!.at),
    pieces: single >= characters / 2 ? 'characters' : 'words',
    savedMs: best.savedMs,
  }
}

/**
 * The fastest stretch of at least 100 characters that look typed, if nobody types so fast; otherwise null.
 * What was pasted or inserted at once is counted elsewhere and left out.
 */
export function fastestStretchOf(
  entries: readonly RecordEntry[],
  times: Float64Array,
  typed: Uint32Array,
): FastestStretch | null {
  let best: ReturnType<typeof stretchOf> = null
  for (const arrivals of arrivalsOf(entries, times, typed)) {
    const stretch = stretchOf(arrivals)
    if (stretch && stretch.savedMs > (best?.savedMs ?? -1)) best = stretch
  }
  if (best === null) return null
  const { savedMs: _, ...stretch } = best
  return stretch
}
