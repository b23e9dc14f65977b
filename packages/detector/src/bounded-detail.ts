import type { Detail, Label, Paragraph, Span } from './detection.ts'

/**
 * The maximum number of separate sentences, and roughly of paragraphs. A book of 40,000 words has about 2,000
 * sentences, an essay fifty.
 */
export const maxSeparateSentences = 2_000

const paragraphEnd = '\n\n'

interface Judged {
  text: string
  label: Label
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
function joinSpans(spans: readonly Span[], staysSeparate: (span: Span) => boolean): Span[] {
  const runs: Span[][] = []
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
    const [first] = run as [Span]
    if (run.length === 1) return first
    return { ...first, ...joinedJudgement(run), text: run.map(({ text }) => text).join(''), weights: null }
  })
}

/**
 * Joins neighbouring paragraphs that are short compared with the whole text, so that at most
 * `maxSeparateSentences` remain.
 */
function joinParagraphs(paragraphs: readonly Paragraph[]): Paragraph[] {
  if (paragraphs.length <= maxSeparateSentences) return [...paragraphs]
  const total = paragraphs.reduce(
    (sum, { paragraph_text }) => sum + paragraph_text.length + paragraphEnd.length,
    0,
  )
  // Two neighbours that were not joined are together longer than this, so at most twice as many remain as
  // would fit.
  const maxLength = Math.ceil((2 * total) / maxSeparateSentences)
  const runs: { length: number; members: Paragraph[] }[] = []
  for (const paragraph of paragraphs) {
    const length = paragraph.paragraph_text.length + paragraphEnd.length
    const run = runs.at(-1)
    if (run && run.length + length <= maxLength) {
      run.length += length
      run.members.push(paragraph)
    } else runs.push({ length, members: [paragraph] })
  }
  return runs.map(({ members }) => {
    const [first] = members as [Paragraph]
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
 * Limits the number of separate sentences in a result: the explained ones first, then marked ones, then the
 * others in order. The text and its marks stay exactly the same. `detail` is null if nothing was joined.
 */
export function boundDetail(results: Paragraph[]): { results: Paragraph[]; detail: Detail | null } {
  const sentences = results.reduce((sum, { spans }) => sum + spans.length, 0)
  if (sentences <= maxSeparateSentences) return { results, detail: null }
  const joined = joinParagraphs(results)
  const alone = new Set<Span>()
  const isExplained = ({ evidence }: Span) => evidence !== undefined
  for (const isNext of [isExplained, (span: Span) => span.marked, () => true])
    for (const { spans } of joined)
      for (const span of spans) if (alone.size < maxSeparateSentences && isNext(span)) alone.add(span)
  const bounded = joined.map((paragraph) => ({
    ...paragraph,
    spans: joinSpans(paragraph.spans, (span) => alone.has(span)),
  }))
  return { results: bounded, detail: { sentences, alone: alone.size } }
}
