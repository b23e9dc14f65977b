/** A stretch of a spliced text by one author. */
export interface SplicePart {
  text: string
  ai: boolean
}

/** Where the other author's sentences go. */
export const spliceShapes = ['start', 'middle', 'end', 'two inserts', 'human sentences between'] as const
export type SpliceShape = (typeof spliceShapes)[number]

/** A text made from one by a person and one by a machine. */
export interface Splice {
  shape: SpliceShape
  /** The requested number of words by the machine. */
  wanted: number
  parts: SplicePart[]
}

const sentence = /[^.!?]+[.!?]+["')\]]*\s*/g

/** Sentences of a single-line text, each with the space after it. */
export function sentencesOf(text: string): string[] {
  const line = text.replace(/\s+/g, ' ').trim()
  return (line.match(sentence) ?? [line]).map((one) => `${one.trim()} `)
}

const wordsOf = (sentences: readonly string[]): number => sentences.reduce((sum, one) => sum + one.split(' ').length - 1, 0)

/** The first sentences with at least this many words in total; fewer where the text ends. */
function take(sentences: readonly string[], words: number): string[] {
  const taken: string[] = []
  for (let i = 0; i < sentences.length && wordsOf(taken) < words; i++) taken.push(sentences[i] as string)
  return taken
}

const part = (sentences: readonly string[], ai: boolean): SplicePart[] => (sentences.length === 0 ? [] : [{ text: sentences.join(''), ai }])

/** The index of the sentence before which about this share of the words is. */
function indexAt(sentences: readonly string[], share: number): number {
  const goal = share * wordsOf(sentences)
  let index = 0
  for (let words = 0; index < sentences.length && words < goal; index++) words += wordsOf([sentences[index] as string])
  return index
}

/**
 * Splices this many words of the machine's text into the person's, cut so that the result has about `total` words. Null where either text
 * is too short.
 */
export function splice(human: string, machine: string, shape: SpliceShape, wanted: number, total: number): Splice | null {
  const inserted = take(sentencesOf(machine), wanted)
  const host = take(sentencesOf(human), total - wanted)
  if (wordsOf(inserted) < wanted || wordsOf(host) < 0.8 * (total - wanted) || host.length < 4) return null
  const cut = (share: number): [string[], string[]] => [host.slice(0, indexAt(host, share)), host.slice(indexAt(host, share))]
  if (shape === 'start') return { shape, wanted, parts: [...part(inserted, true), ...part(host, false)] }
  if (shape === 'end') return { shape, wanted, parts: [...part(host, false), ...part(inserted, true)] }
  if (shape === 'middle') {
    const [before, after] = cut(0.5)
    return { shape, wanted, parts: [...part(before, false), ...part(inserted, true), ...part(after, false)] }
  }
  const half = indexAt(inserted, 0.5)
  const [first, second] = [inserted.slice(0, half), inserted.slice(half)]
  const [before] = cut(1 / 3)
  const [beforeSecond, after] = cut(2 / 3)
  const between = beforeSecond.slice(before.length)
  if (shape === 'two inserts')
    return {
      shape,
      wanted,
      parts: [...part(before, false), ...part(first, true), ...part(between, false), ...part(second, true), ...part(after, false)],
    }
  const quarter = indexAt(inserted, 0.25)
  const third = indexAt(inserted, 0.7)
  const [opening, closing] = cut(0.5)
  return {
    shape,
    wanted,
    parts: [
      ...part(inserted.slice(0, quarter), true),
      ...part(opening, false),
      ...part(inserted.slice(quarter, third), true),
      ...part(closing, false),
      ...part(inserted.slice(third), true),
    ],
  }
}
