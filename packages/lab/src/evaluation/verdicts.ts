import { countWords, createDetector, type Detector, type Finding } from '@penmark/detector'
import type { Model } from '@penmark/detector/lab'
import { type Item, sampleBy } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { familyCount, familyOf } from '../corpora/families.ts'
import { studentKinds } from '../corpora/sources.ts'
import { grouped } from '../sampling.ts'
import { type LabelledSplice, makeSplices } from '../splices.ts'

/** The final findings on the texts of a group. */
export interface VerdictFigure {
  group: string
  label: 'human' | 'ai'
  /** The human texts are older than machines that write essays. */
  dated: boolean
  texts: number
  findings: Record<Finding, number>
}

/** The findings on texts by a person and a machine. */
export interface SpliceFigure {
  /** The number of words by the machine, the total, and their place; or all. */
  group: string
  texts: number
  /** Found `mixed` or `ai-likely`. */
  found: number
  ai_likely: number
  /** In found texts: the mean error of the stated share. */
  share_error: number | null
  /** In found texts: the share of words in passages that are the person's. */
  human_inside: number | null
}

export interface VerdictFigures {
  left_out: VerdictFigure[]
  test: VerdictFigure[]
  /** Student writing entirely by machines, undisguised, of at least 250 words, from left-out sources. */
  essays: VerdictFigure[]
  /** Adversarial paraphrases of 100 to 149 words, scored by a model that saw none of their family. */
  paraphrased: VerdictFigure[]
  splices_left_out: SpliceFigure[]
  splices_test: SpliceFigure[]
}

const noFindings = (): Record<Finding, number> => ({
  'ai-likely': 0,
  mixed: 0,
  inconclusive: 0,
  'no-evidence': 0,
  'insufficient-text': 0,
  'unsupported-language': 0,
})

export const isPositive = (finding: Finding): boolean => finding === 'ai-likely' || finding === 'mixed'
export const positiveCount = ({ findings }: Pick<VerdictFigure, 'findings'>): number => findings['ai-likely'] + findings.mixed

/** Scores left-out texts with models that saw nothing of their family, at the released model's thresholds. */
export class Detectors {
  readonly #released: Detector
  readonly #siblings: Detector[]

  constructor(model: Model, siblings: readonly Model[]) {
    this.#released = createDetector(model)
    this.#siblings = siblings.map(({ bag, kinds }) => createDetector({ ...model, bag, kinds }))
  }

  family(family: number): Detector {
    return this.#siblings[family] ?? this.#released
  }

  of({ source }: Item): Detector {
    return source.use === 'test' ? this.#released : this.family(familyOf(source.name))
  }

  get released(): Detector {
    return this.#released
  }
}

export function measureVerdicts(
  items: readonly Item[],
  groupOf: (item: Item) => string | null,
  detectors: { of(item: Item): { detect(text: string): { finding: Finding } } },
): VerdictFigure[] {
  return [...grouped(items, (item) => `${item.label} ${groupOf(item)}`).values()].flatMap((list) => {
    const first = list[0]
    const group = first === undefined ? null : groupOf(first)
    if (group === null || first === undefined) return []
    const findings = noFindings()
    for (const item of list) findings[detectors.of(item).detect(item.text).finding]++
    return [
      {
        group,
        label: first.label === 'ai' ? 'ai' : 'human',
        dated: first.label === 'human' && isDated(first),
        texts: list.length,
        findings,
      },
    ]
  })
}

const round = (value: number): number => Number(value.toFixed(4))
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length)

/** Words of the scored sentences by author and by whether they are marked. */
function judgeSplice({ text, isMachine }: LabelledSplice, detector: Detector) {
  const { finding, aiShare, paragraphs } = detector.detect(text)
  let ai = 0
  let all = 0
  let marked = 0
  let humanMarked = 0
  for (const sentence of paragraphs.flatMap(({ sentences }) => sentences)) {
    let machineCharacters = 0
    for (let i = sentence.start; i < sentence.end; i++) machineCharacters += isMachine[i] as number
    const machine = (sentence.words * machineCharacters) / Math.max(1, sentence.end - sentence.start)
    all += sentence.words
    ai += machine
    if (!sentence.marked) continue
    marked += sentence.words
    humanMarked += sentence.words - machine
  }
  return { finding, error: Math.abs((aiShare ?? 0) - ai / Math.max(1, all)), marked, humanMarked }
}

function measureSplices(splices: readonly { splice: LabelledSplice; detector: Detector }[]): SpliceFigure[] {
  const judged = splices.map(({ splice, detector }) => ({ splice, ...judgeSplice(splice, detector) }))
  const figure = (group: string, list: typeof judged): SpliceFigure => {
    const found = list.filter(({ finding }) => isPositive(finding))
    const marked = found.reduce((sum, one) => sum + one.marked, 0)
    return {
      group,
      texts: list.length,
      found: found.length,
      ai_likely: found.filter(({ finding }) => finding === 'ai-likely').length,
      share_error: mean(found.map(({ error }) => error)),
      human_inside: marked === 0 ? null : round(found.reduce((sum, one) => sum + one.humanMarked, 0) / marked),
    }
  }
  const spliced = judged.filter(({ splice }) => splice.shape !== 'wholly machine-made')
  return [
    figure(
      'wholly machine-made',
      judged.filter(({ splice }) => splice.shape === 'wholly machine-made'),
    ),
    figure('all spliced texts', spliced),
    ...[...grouped(spliced, ({ splice }) => splice.wanted)]
      .toSorted(([a], [b]) => a - b)
      .map(([wanted, list]) => figure(`${wanted} words by the machine`, list)),
    ...[...grouped(spliced, ({ splice }) => splice.shape)].map(([shape, list]) => figure(shape, list)),
  ]
}

/** How many texts per source and label, and spliced texts per family, get a full detection. */
const textsPerGroup = 300
const splicesPerFamily = 240
const splicesOfTest = 600

const wordsIn = ({ text }: Item): number => countWords(text)

const isEssay = (item: Item): boolean =>
  item.label === 'ai' && item.attack === undefined && studentKinds.has(item.source.kind) && wordsIn(item) >= 250

const isParaphrase = (item: Item): boolean =>
  item.label === 'ai' && item.source.name === 'advpara' && wordsIn(item) >= 100 && wordsIn(item) < 150

/** The texts of each group and label that get a full detection. */
export const sampleOfGroups = (items: readonly Item[], groupOf: (item: Item) => string, most = textsPerGroup): Item[] =>
  sampleBy(items, (item) => `${groupOf(item)} ${item.label}`, most)

/** Spliced texts of test sources. */
export const splicesOf = (test: readonly Item[], seed: number): LabelledSplice[] =>
  makeSplices(
    test.filter(({ source }) => studentKinds.has(source.kind)),
    null,
    splicesOfTest,
    seed + 8,
  )

/** The final findings. `leftOut` and `test` are texts that were not used for fitting. */
export function measureAllVerdicts(
  leftOut: readonly Item[],
  test: readonly Item[],
  groupOf: (item: Item) => string,
  { model, siblings, seed }: { model: Model; siblings: readonly Model[]; seed: number },
): VerdictFigures {
  const detectors = new Detectors(model, siblings)
  const byGroup = (items: readonly Item[]): VerdictFigure[] => measureVerdicts(sampleOfGroups(items, groupOf), groupOf, detectors)
  return {
    left_out: byGroup(leftOut),
    test: byGroup(test),
    essays: byGroup(leftOut.filter(isEssay)),
    paraphrased: byGroup(leftOut.filter(isParaphrase)),
    splices_left_out: measureSplices(
      Array.from({ length: familyCount }, (_, family) =>
        makeSplices(leftOut, family, splicesPerFamily, seed + 7).map((one) => ({ splice: one, detector: detectors.family(family) })),
      ).flat(),
    ),
    splices_test: measureSplices(splicesOf(test, seed).map((splice) => ({ splice, detector: detectors.released }))),
  }
}
