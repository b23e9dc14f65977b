import type { DetectedParagraph, DetectedSentence } from './detection.ts'

/**
 * The maximum number of separate sentences, and roughly of paragraphs. A book of 40,000 words has about 2,000
 * sentences, an essay fifty.
 */
export const maxSeparateSentences = 2_000

const paragraphEnd = '\n\n'

interface Span extends Pick<DetectedSentence, 'text' | 'label' | 'probability' | 'marked' | 'level'> {
  weights: { machine: number; human: number } | null
}

export interface DetailedParagraph<S extends Span> extends Pick<DetectedParagraph, 'label' | 'probability'> {
  paragraph_text: string
  /** Null if paragraphs of different kinds were joined. */
  kind: DetectedParagraph['kind'] | null
  spans: S[]
}

interface Judged {
  text: string
  label: Span['label']
  probability: number | null
}

/** The mean probability weighted by length, as for a passage, and the label of the longest piece. */
function joinedJudgement(pieces: readonly Judged[]): Pick<Judged, 'label' | 'probability'> {
  let [length, sum] = [0, 0]
  let longest: Judged = { text: '', label: 'insufficient-text', probability: null }
  for (const piece of pieces) {
    if (piece.probability === null) continue
    length += piece.text.length
    sum += piece.text.length * piece.probability
    if (piece.text.length > longest.text.length) longest = piece
  }
  return { label: longest.label, probability: length === 0 ? null : Math.round((sum / length) * 1e4) / 1e4 }
}

/** Joins neighbours that are marked alike, unless they must stay separate. Only sentences have weights. */
function joinSpans<S extends Span>(spans: readonly S[], staysSeparate: (span: S) => boolean): S[] {
  const runs: S[][] = []
  for (const span of spans) {
    const run = runs.at(-1)
    const first = run?.[0]
    const isAlike =
      first &&
      !staysSeparate(first) &&
      !staysSeparate(span) &&
      first.marked === span.marked &&
      first.level === span.level
    if (isAlike) run.push(span)
    else runs.push([span])
  }
  return runs.map((run) => {
    const [first] = run as [S]
    if (run.length === 1) return first
    return { ...first, ...joinedJudgement(run), text: run.map(({ text }) => text).join(''), weights: null }
  })
}

/**
 * Joins neighbouring paragraphs that are short compared with the whole text, so that at most
 * `maxSeparateSentences` remain.
 */
function joinParagraphs<S extends Span>(paragraphs: readonly DetailedParagraph<S>[]): DetailedParagraph<S>[] {
  if (paragraphs.length <= maxSeparateSentences) return [...paragraphs]
  const total = paragraphs.reduce(
    (sum, { paragraph_text }) => sum + paragraph_text.length + paragraphEnd.length,
    0,
  )
  // Two neighbours that were not joined are together longer than this, so at most twice as many remain as
  // would fit.
  const maxLength = Math.ceil((2 * total) / maxSeparateSentences)
  const runs: { length: number; members: DetailedParagraph<S>[] }[] = []
  for (const paragraph of paragraphs) {
    const length = paragraph.paragraph_text.length + paragraphEnd.length
    const run = runs.at(-1)
    if (run && run.length + length <= maxLength) {
      run.length += length
      run.members.push(paragraph)
    } else runs.push({ length, members: [paragraph] })
  }
  return runs.map(({ members }) => {
    const [first] = members as [DetailedParagraph<S>]
    if (members.length === 1) return first
    const judged = members.map(({ paragraph_text, label, probability }) => ({
      text: paragraph_text,
      label,
      probability,
    }))
    return {
      paragraph_text: judged.map(({ text }) => text).join(paragraphEnd),
      kind: members.every(({ kind }) => kind === first.kind) ? first.kind : null,
      ...joinedJudgement(judged),
      spans: members.flatMap(({ spans }, nth) => {
        const end = spans.at(-1)
        if (nth === members.length - 1 || end === undefined) return spans
        return [...spans.slice(0, -1), { ...end, text: end.text + paragraphEnd }]
      }),
    }
  })
}

/**
 * How many sentences a text has, and how many of them are separate in its report. The others are joined with
 * neighbours marked alike.
 */
export interface Detail {
  sentences: number
  alone: number
}

/**
 * Limits the number of separate sentences in a report: those for which `comesFirst` first, then marked ones,
 * then the others in order. The text and its marks stay exactly the same. `detail` is null if nothing was
 * joined.
 */
export function boundDetail<S extends Span>(
  paragraphs: DetailedParagraph<S>[],
  comesFirst: (span: S) => boolean,
): { paragraphs: DetailedParagraph<S>[]; detail: Detail | null } {
  const sentences = paragraphs.reduce((sum, { spans }) => sum + spans.length, 0)
  if (sentences <= maxSeparateSentences) return { paragraphs, detail: null }
  const joined = joinParagraphs(paragraphs)
  const alone = new Set<S>()
  for (const isNext of [comesFirst, (span: S) => span.marked, () => true])
    for (const { spans } of joined)
      for (const span of spans) if (alone.size < maxSeparateSentences && isNext(span)) alone.add(span)
  const bounded = joined.map((paragraph) => ({
    ...paragraph,
    spans: joinSpans(paragraph.spans, (span) => alone.has(span)),
  }))
  return { paragraphs: bounded, detail: { sentences, alone: alone.size } }
}
