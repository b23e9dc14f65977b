import { createDetector } from '@penmark/detector'
import {
  type ContextReader,
  type Model,
  Predictor,
  read,
  segmentationFeatures,
  segmentationLogOdds,
} from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'
import { type PlacedSentence, placedSentences } from './verdicts/placed-sentences.ts'

/** How well the marks find the machine's sentences in texts by a person and a machine. */
export interface SegmentationFigure {
  source: string
  texts: number
  sentences: number
  ai_sentences: number
  /** Mean F1 of both labels with the segmentation applied to every text, with or without a finding. */
  balanced_macro_f1: number
  /**
   * The same for marked sentences, of which a text without a finding has none, and the marks' precision and
   * recall.
   */
  marked_macro_f1: number
  marked_precision: number | null
  marked_recall: number
  /**
   * Overlap of the characters in marked and in the machine's sentences (intersection over union), for the
   * segmentation alone and for the marks.
   */
  balanced_overlap: number
  marked_overlap: number
}

export interface FalseMarks {
  source: string
  texts: number
  sentences: number
  marked: number
  rate: number
  texts_with_marks: number
}

interface MeasuredSentence {
  ai: boolean
  sentence: PlacedSentence
  /** In a passage according to the segmentation alone. */
  isLikely: boolean
}

/** Labels each sentence by the author of most of its characters. */
function labelSentences(
  item: Item,
  sentences: readonly PlacedSentence[],
  likely: ReadonlyMap<number, boolean>,
): MeasuredSentence[] {
  const isMachine = new Uint8Array(item.text.length)
  let at = 0
  for (const span of item.spans ?? []) {
    if (span.label === 'ai') isMachine.fill(1, at, at + span.text.length)
    at += span.text.length
  }
  return sentences.map((sentence) => {
    let ai = 0
    for (let i = sentence.start; i < sentence.end; i++) ai += isMachine[i] as number
    return {
      sentence,
      ai: ai * 2 > sentence.end - sentence.start,
      isLikely: likely.get(sentence.start) ?? false,
    }
  })
}

function macroF1(
  sentences: readonly MeasuredSentence[],
  isMachine: (one: MeasuredSentence) => boolean,
): number {
  const f1 = (label: boolean): number => {
    const right = sentences.filter((one) => one.ai === label && isMachine(one) === label).length
    const labelled = sentences.filter((one) => isMachine(one) === label).length
    const actual = sentences.filter(({ ai }) => ai === label).length
    return labelled + actual === 0 ? 0 : (2 * right) / (labelled + actual)
  }
  return Number(((f1(true) + f1(false)) / 2).toFixed(4))
}

/** Whether each sentence, by its start, is in a passage according to the segmentation alone. */
async function likelySentences(
  predictor: Predictor,
  readings: ContextReader | null,
  given: string,
): Promise<Map<number, boolean>> {
  const { segmentation } = predictor.model
  const reading = read(given)
  const text = predictor.prepare(reading.tokens, readings && (await readings.read(reading.tokens)))
  const sentences = reading.paragraphs
    .flatMap((paragraph) => paragraph.sentences)
    .filter(({ from, to }) => to > from)
  const odds = segmentationLogOdds(
    segmentation,
    segmentationFeatures(predictor, text, sentences, predictor.logOdds(text)),
  )
  return new Map(sentences.map(({ start }, i) => [start, (odds[i] as number) >= segmentation.light]))
}

/** Characters in sentences that are both the machine's and selected, over characters in either. */
function overlap(
  sentences: readonly MeasuredSentence[],
  isMachine: (one: MeasuredSentence) => boolean,
): number {
  const characters = (wanted: (one: MeasuredSentence) => boolean): number =>
    sentences.reduce((sum, one) => (wanted(one) ? sum + one.sentence.end - one.sentence.start : sum), 0)
  const both = characters((one) => one.ai && isMachine(one))
  const either = characters((one) => one.ai || isMachine(one))
  return either === 0 ? 0 : Number((both / either).toFixed(4))
}

export async function measureSegmentation(
  model: Model,
  readings: ContextReader | null,
  source: string,
  items: readonly Item[],
): Promise<SegmentationFigure> {
  const detector = createDetector(model, readings)
  const predictor = new Predictor(model)
  const sentences: MeasuredSentence[] = []
  for (const item of items) {
    const detection = await detector.detect(item.text)
    if (detection.score === null) continue
    const judged = placedSentences(item.text, detection).filter(({ probability }) => probability !== null)
    sentences.push(...labelSentences(item, judged, await likelySentences(predictor, readings, item.text)))
  }
  const marked = sentences.filter(({ sentence }) => sentence.marked)
  const ai = sentences.filter((one) => one.ai)
  const isLikely = (one: MeasuredSentence): boolean => one.isLikely
  return {
    source,
    texts: items.length,
    sentences: sentences.length,
    ai_sentences: ai.length,
    balanced_macro_f1: macroF1(sentences, isLikely),
    marked_macro_f1: macroF1(sentences, ({ sentence }) => sentence.marked),
    marked_precision:
      marked.length === 0 ? null : Number((marked.filter((one) => one.ai).length / marked.length).toFixed(4)),
    marked_recall:
      ai.length === 0
        ? 0
        : Number((ai.filter(({ sentence }) => sentence.marked).length / ai.length).toFixed(4)),
    balanced_overlap: overlap(sentences, isLikely),
    marked_overlap: overlap(sentences, ({ sentence }) => sentence.marked),
  }
}

export async function measureFalseMarks(
  model: Model,
  readings: ContextReader | null,
  source: string,
  items: readonly Item[],
): Promise<FalseMarks> {
  const detector = createDetector(model, readings)
  let sentences = 0
  let marked = 0
  let textsWithMarks = 0
  for (const item of items) {
    const { results } = await detector.detect(item.text)
    const all = results.flatMap(({ spans }) => spans)
    const here = all.filter((span) => span.marked).length
    sentences += all.length
    marked += here
    if (here > 0) textsWithMarks++
  }
  return {
    source,
    texts: items.length,
    sentences,
    marked,
    rate: sentences === 0 ? 0 : Number((marked / sentences).toFixed(5)),
    texts_with_marks: textsWithMarks,
  }
}
