import { boundDetail } from './bounded-detail.ts'
import type { Detail, Evidence, Explained, Paragraph, PassageLevel, Span } from './detection.ts'
import type { SentenceWeights } from './evidence.ts'
import type { ReadParagraph, ReadSentence } from './text/reading.ts'
import { labelOf } from './verdict.ts'

/**
 * The maximum number of marked sentences with evidence, those with the most influence. A document of 10,000
 * words has about 500 sentences; the evidence of a million characters of marked text would make a report of
 * ten million.
 */
const maxExplained = 500
/** How many unmarked sentences per direction also get evidence. */
const strongestShown = 3

/** A sentence of the reading with what was found about it. */
export interface JudgedSentence extends ReadSentence {
  probability: number | null
  level: PassageLevel
  /** Null if the sentence is left out of the score, or the text has none. */
  weights: SentenceWeights | null
}

export interface JudgedParagraph extends ReadParagraph {
  sentences: JudgedSentence[]
}

/**
 * The marked sentences and the strongest few of each direction; the phrases of all would make a report
 * several times as long.
 */
export function strongestSentences(
  sentences: readonly Pick<JudgedSentence, 'level' | 'weights'>[],
): Set<Pick<JudgedSentence, 'level' | 'weights'>> {
  const sumOf = ({ weights }: Pick<JudgedSentence, 'weights'>) => weights?.sum ?? 0
  const byWeight = sentences.filter(({ weights }) => weights !== null).toSorted((a, b) => sumOf(b) - sumOf(a))
  const marked = sentences
    .filter(({ level }) => level !== 'none')
    .toSorted((a, b) => Math.abs(sumOf(b)) - Math.abs(sumOf(a)))
  return new Set([
    ...marked.slice(0, maxExplained),
    ...byWeight.slice(0, strongestShown).filter((sentence) => sumOf(sentence) > 0),
    ...byWeight.slice(-strongestShown).filter((sentence) => sumOf(sentence) < 0),
  ])
}

/** The mean over the sentences, by their words. */
function probabilityOf(sentences: readonly JudgedSentence[]): number | null {
  const judged = sentences.filter(({ probability, words }) => probability !== null && words > 0)
  const words = judged.reduce((sum, sentence) => sum + sentence.words, 0)
  const weighted = judged.reduce((sum, sentence) => sum + (sentence.probability ?? 0) * sentence.words, 0)
  return words === 0 ? null : Math.round((1000 * weighted) / words) / 1000
}

/** The paragraphs of a result, with bounded detail for a long text unless every sentence is to be explained. */
export function resultsOf(
  original: string,
  paragraphs: readonly JudgedParagraph[],
  explained: Explained,
  phrasesOf: (sentence: JudgedSentence) => Evidence[],
): { results: Paragraph[]; detail: Detail | null } {
  const strongest =
    explained === 'all' ? null : strongestSentences(paragraphs.flatMap(({ sentences }) => sentences))
  const spanOf = (sentence: JudgedSentence): Span => {
    const { start, end, probability, level } = sentence
    const text = original.slice(start, end)
    const [label, marked] = [labelOf(probability), level !== 'none']
    const weights = sentence.weights && { machine: sentence.weights.machine, human: sentence.weights.human }
    const isExplained = weights !== null && (strongest === null || strongest.has(sentence))
    const phrases = isExplained ? { evidence: phrasesOf(sentence) } : {}
    return { text, label, probability, marked, level, weights, ...phrases }
  }
  const results = paragraphs.map(({ start, end, kind, sentences }): Paragraph => {
    const probability = probabilityOf(sentences)
    const label = labelOf(probability)
    const spans = sentences.map(spanOf)
    return { paragraph_text: original.slice(start, end), kind, probability, label, spans }
  })
  return explained === 'all' ? { results, detail: null } : boundDetail(results)
}
