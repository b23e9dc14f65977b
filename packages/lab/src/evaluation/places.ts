import { createDetector, type DetectedSentence } from '@penmark/detector'
import type { Model } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'

/** How well the marks find the machine's sentences in texts that a person and a machine wrote together. */
export interface PlaceFigure {
  source: string
  texts: number
  sentences: number
  ai_sentences: number
  /** Mean F1 of both labels when sentences at a probability of 0.5 or more count as the machine's. */
  macro_f1: number
  /** The same for marked sentences, and how right and how complete the marks are. */
  marked_macro_f1: number
  marked_precision: number | null
  marked_recall: number
}

export interface FalseMarks {
  source: string
  texts: number
  sentences: number
  marked: number
  rate: number
  texts_with_marks: number
}

interface Told {
  ai: boolean
  sentence: DetectedSentence
}

/** Sentences with the label of most of their characters. */
function tell(item: Item, sentences: readonly DetectedSentence[]): Told[] {
  const owner = new Uint8Array(item.text.length)
  let at = 0
  for (const span of item.spans ?? []) {
    if (span.label === 'ai') owner.fill(1, at, at + span.text.length)
    at += span.text.length
  }
  return sentences.map((sentence) => {
    let ai = 0
    for (let i = sentence.start; i < sentence.end; i++) ai += owner[i] as number
    return { sentence, ai: ai * 2 > sentence.end - sentence.start }
  })
}

function macroF1(told: readonly Told[], isMachine: (sentence: DetectedSentence) => boolean): number {
  const f1 = (label: boolean): number => {
    const right = told.filter(({ ai, sentence }) => ai === label && isMachine(sentence) === label).length
    const said = told.filter(({ sentence }) => isMachine(sentence) === label).length
    const true_ = told.filter(({ ai }) => ai === label).length
    return said + true_ === 0 ? 0 : (2 * right) / (said + true_)
  }
  return Number(((f1(true) + f1(false)) / 2).toFixed(4))
}

export function measurePlaces(model: Model, source: string, items: readonly Item[]): PlaceFigure {
  const detector = createDetector(model)
  const told = items.flatMap((item) => {
    const { score, paragraphs } = detector.detect(item.text)
    if (score === null) return []
    return tell(
      item,
      paragraphs.flatMap(({ sentences }) => sentences).filter(({ probability }) => probability !== null),
    )
  })
  const marked = told.filter(({ sentence }) => sentence.marked)
  const ai = told.filter((one) => one.ai)
  return {
    source,
    texts: items.length,
    sentences: told.length,
    ai_sentences: ai.length,
    macro_f1: macroF1(told, ({ probability }) => (probability ?? 0) >= 0.5),
    marked_macro_f1: macroF1(told, ({ marked: isMarked }) => isMarked),
    marked_precision: marked.length === 0 ? null : Number((marked.filter((one) => one.ai).length / marked.length).toFixed(4)),
    marked_recall: ai.length === 0 ? 0 : Number((ai.filter(({ sentence }) => sentence.marked).length / ai.length).toFixed(4)),
  }
}

export function measureFalseMarks(model: Model, source: string, items: readonly Item[]): FalseMarks {
  const detector = createDetector(model)
  let sentences = 0
  let marked = 0
  let textsWithMarks = 0
  for (const item of items) {
    const all = detector.detect(item.text).paragraphs.flatMap((paragraph) => paragraph.sentences)
    const here = all.filter((sentence) => sentence.marked).length
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
