import type { Report, ReportParagraph, ReportSpan } from '@penmark/contract'
import { strictScore } from '@penmark/contract'
import { headlineOf } from './headline.ts'

/** How a stretch of text is drawn: solid underline, dotted underline, none. */
export type Strength = 'strong' | 'weaker'

/** A run of marked sentences inside one paragraph, numbered through the report from 1. */
export interface Passage {
  number: number
  strength: Strength
  /** Mean of its sentences by length, 0…1; null if no sentence has a figure. */
  score: number | null
  sentences: ReportSpan[]
}

/** A stretch of a paragraph, in order; together they are the whole paragraph. */
export interface Stretch {
  text: string
  passage: Passage | null
}

export interface MarkedParagraph {
  /** From 1. */
  number: number
  /** Score on the scale of the whole text, 0…1; null if there is too little text. */
  score: number | null
  /** Set where the paragraph is not scored. */
  leftOut: 'heading' | 'references' | null
  characters: number
  stretches: Stretch[]
  passages: Passage[]
  /** Each sentence's length and score, for the plot. */
  sentences: { characters: number; score: number | null; strength: Strength | null }[]
}

function meanScore(sentences: ReportSpan[]): number | null {
  const scored = sentences.flatMap(({ text, probability }) =>
    probability === null ? [] : [{ length: text.length, probability }],
  )
  const length = scored.reduce((sum, sentence) => sum + sentence.length, 0)
  return length === 0
    ? null
    : scored.reduce((sum, sentence) => sum + sentence.length * sentence.probability, 0) / length
}

/**
 * The value that neighbouring sentences must share to form one run. Results stored before passages had levels
 * only record whether a sentence is marked.
 */
function levelOf({ level, marked }: ReportSpan): string {
  return level ?? (marked ? 'marked' : 'none')
}

function runsOf(spans: ReportSpan[]): ReportSpan[][] {
  const runs: ReportSpan[][] = []
  for (const span of spans) {
    const last = runs.at(-1)
    if (last?.[0] !== undefined && levelOf(last[0]) === levelOf(span)) last.push(span)
    else runs.push([span])
  }
  return runs
}

function strengthOf(level: string, score: number | null): Strength {
  if (level === 'marked') return score !== null && score >= strictScore ? 'strong' : 'weaker'
  return level === 'strong' ? 'strong' : 'weaker'
}

/**
 * Numbers the marked passages of a report and cuts its paragraphs into stretches. White space at a passage's
 * end stays unmarked.
 */
export function markParagraphs(paragraphs: readonly ReportParagraph[]): MarkedParagraph[] {
  let numbered = 0
  return paragraphs.map(({ paragraph_text, probability, kind, spans }, index) => {
    const leftOut = kind === 'heading' || kind === 'references' ? kind : null
    const stretches: Stretch[] = []
    const passages: Passage[] = []
    const sentences: MarkedParagraph['sentences'] = []
    for (const run of runsOf(spans)) {
      const text = run.map((span) => span.text).join('')
      let strength: Strength | null = null
      const level = run[0] === undefined ? 'none' : levelOf(run[0])
      if (level !== 'none' && text.trim() !== '') {
        const score = meanScore(run)
        strength = strengthOf(level, score)
        numbered += 1
        const passage: Passage = { number: numbered, strength, score, sentences: run }
        passages.push(passage)
        const end = text.trimEnd()
        stretches.push({ text: end, passage })
        if (end.length < text.length) stretches.push({ text: text.slice(end.length), passage: null })
      } else if (text !== '') stretches.push({ text, passage: null })
      for (const span of run)
        sentences.push({ characters: span.text.length, score: span.probability, strength })
    }
    if (spans.length === 0) {
      stretches.push({ text: paragraph_text, passage: null })
      sentences.push({ characters: paragraph_text.length, score: probability, strength: null })
    }
    return {
      number: index + 1,
      score: probability,
      leftOut,
      characters: paragraph_text.length,
      stretches,
      passages,
      sentences,
    }
  })
}

/**
 * The paragraphs of a report as shown: without a finding nothing is marked, whatever a stored result
 * contains.
 */
export function shownParagraphs(
  report: Pick<Report, 'results' | 'finding' | 'ai_share' | 'score' | 'label'>,
): MarkedParagraph[] {
  if (headlineOf(report).tone === 'stands-out') return markParagraphs(report.results)
  const unmarked = (spans: ReportSpan[]) =>
    spans.map((span) => ({ ...span, marked: false, level: 'none' as const }))
  return markParagraphs(
    report.results.map((paragraph) => ({ ...paragraph, spans: unmarked(paragraph.spans) })),
  )
}

/**
 * Shares of the words of a text by how strongly their passage reads like AI writing, each 0…1; together they
 * are 1.
 */
export interface Extent {
  strong: number
  light: number
  none: number
}

const wordsIn = (text: string) => text.match(/\S+/g)?.length ?? 0

/**
 * How much of the text its passages cover. `ai_share` is the headline's figure: it scales strong and light
 * together, so that headline and bar never differ by rounding. Null if nothing is marked.
 */
export function extentOf(paragraphs: readonly ReportParagraph[], ai_share: number | null): Extent | null {
  const words = { strong: 0, light: 0, none: 0 }
  for (const { stretches, leftOut } of markParagraphs(paragraphs)) {
    if (leftOut !== null) continue
    for (const { text, passage } of stretches)
      words[passage === null ? 'none' : passage.strength === 'strong' ? 'strong' : 'light'] += wordsIn(text)
  }
  const marked = words.strong + words.light
  if (marked === 0) return null
  const share = ai_share ?? marked / (marked + words.none)
  const strong = (share * words.strong) / marked
  return { strong, light: share - strong, none: 1 - share }
}
