import { countWords, createDetector, type Detector, type Finding } from '@penmark/detector'
import type { Model } from '@penmark/detector/lab'
import { type Item, sampleBy } from '../../corpora/collection.ts'
import { isDated } from '../../corpora/dated.ts'
import { familyCount, familyOf } from '../../corpora/families.ts'
import { studentKinds } from '../../corpora/sources.ts'
import { type LabelledSplice, makeSplices } from '../../corpora/splices.ts'
import type { Readings } from '../../encoder/readings.ts'
import { allTokens } from '../../encoder/stored-readings.ts'
import { grouped } from '../../sampling.ts'
import { placedSentences } from './placed-sentences.ts'

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
  'creative-writing': 0,
})

export const isPositive = (finding: Finding): boolean => finding === 'ai-likely' || finding === 'mixed'
export const positiveCount = ({ findings }: Pick<VerdictFigure, 'findings'>): number =>
  findings['ai-likely'] + findings.mixed

/** Scores left-out texts with models that saw nothing of their family, at the released model's thresholds. */
export class Detectors {
  readonly #released: Detector
  readonly #siblings: Detector[]

  readonly #readings: Readings | null

  constructor(model: Model, siblings: readonly Model[], readings: Readings | null) {
    this.#released = createDetector(model, readings?.released ?? null)
    this.#siblings = siblings.map(({ bag, kinds }, i) =>
      createDetector({ ...model, bag, kinds }, readings?.withoutFamily[i] ?? null),
    )
    this.#readings = readings
  }

  /** Reads texts in context on all cores, for the detector of a family or the released one. */
  async readAhead(texts: readonly string[], family: number | null, stage: string): Promise<void> {
    const isSibling = family !== null && this.#siblings[family] !== undefined
    await (isSibling ? this.#readings?.withoutFamily[family] : this.#readings?.released)?.readMissing(
      texts,
      allTokens,
      stage,
    )
  }

  family(family: number): Detector {
    return this.#siblings[family] ?? this.#released
  }

  /** The family whose detector judges a text; null for the released one. */
  familyOf({ source }: Item): number | null {
    return source.use === 'test' ? null : familyOf(source.name)
  }

  of(item: Item): Detector {
    const family = this.familyOf(item)
    return family === null ? this.#released : this.family(family)
  }

  async readItemsAhead(items: readonly Item[], stage: string): Promise<void> {
    for (const [family, list] of grouped(items, (item) => this.familyOf(item)))
      await this.readAhead(
        list.map(({ text }) => text),
        family,
        stage,
      )
  }

  get released(): Detector {
    return this.#released
  }
}

interface FindingDetectors {
  of(item: Item): { detect(text: string): Promise<{ finding: Finding }> }
  readItemsAhead?(items: readonly Item[], stage: string): Promise<void>
}

/** What is found in each text. */
export async function findingsOf(
  items: readonly Item[],
  detectors: FindingDetectors,
): Promise<Map<Item, Finding>> {
  await detectors.readItemsAhead?.(items, 'findings: read in context')
  const findings = new Map<Item, Finding>()
  for (const item of items) findings.set(item, (await detectors.of(item).detect(item.text)).finding)
  return findings
}

/** Findings by group and label; texts whose group is null are left out. */
export function figuresBy(
  found: ReadonlyMap<Item, Finding>,
  groupOf: (item: Item) => string | null,
): VerdictFigure[] {
  const items = [...found.keys()].filter((item) => groupOf(item) !== null)
  return [...grouped(items, (item) => `${item.label} ${groupOf(item)}`).values()].map((list) => {
    const first = list[0] as Item
    const findings = noFindings()
    for (const item of list) findings[found.get(item) as Finding]++
    return {
      group: groupOf(first) as string,
      label: first.label === 'ai' ? 'ai' : 'human',
      dated: first.label === 'human' && isDated(first),
      texts: list.length,
      findings,
    }
  })
}

export async function measureVerdicts(
  items: readonly Item[],
  groupOf: (item: Item) => string | null,
  detectors: FindingDetectors,
): Promise<VerdictFigure[]> {
  const inGroups = items.filter((item) => groupOf(item) !== null)
  return figuresBy(await findingsOf(inGroups, detectors), groupOf)
}

const round = (value: number): number => Number(value.toFixed(4))
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length)

/** Words of the scored sentences by author and by whether they are marked. */
async function judgeSplice({ text, isMachine }: LabelledSplice, detector: Detector) {
  const detection = await detector.detect(text)
  const { finding, ai_share } = detection
  let ai = 0
  let all = 0
  let marked = 0
  let humanMarked = 0
  for (const sentence of placedSentences(text, detection)) {
    let machineCharacters = 0
    for (let i = sentence.start; i < sentence.end; i++) machineCharacters += isMachine[i] as number
    const machine = (sentence.words * machineCharacters) / Math.max(1, sentence.end - sentence.start)
    all += sentence.words
    ai += machine
    if (!sentence.marked) continue
    marked += sentence.words
    humanMarked += sentence.words - machine
  }
  return { finding, error: Math.abs((ai_share ?? 0) - ai / Math.max(1, all)), marked, humanMarked }
}

type JudgedSplice = { splice: LabelledSplice } & Awaited<ReturnType<typeof judgeSplice>>

export async function judgeSplices(
  splices: readonly { splice: LabelledSplice; detector: Detector }[],
): Promise<JudgedSplice[]> {
  const judged: JudgedSplice[] = []
  for (const { splice, detector } of splices)
    judged.push({ splice, ...(await judgeSplice(splice, detector)) })
  return judged
}

export function spliceFigure(group: string, list: readonly JudgedSplice[]): SpliceFigure {
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

async function measureSplices(
  splices: readonly { splice: LabelledSplice; detector: Detector }[],
): Promise<SpliceFigure[]> {
  const judged = await judgeSplices(splices)
  const spliced = judged.filter(({ splice }) => splice.shape !== 'wholly machine-made')
  return [
    spliceFigure(
      'wholly machine-made',
      judged.filter(({ splice }) => splice.shape === 'wholly machine-made'),
    ),
    spliceFigure('all spliced texts', spliced),
    ...[...grouped(spliced, ({ splice }) => splice.wanted)]
      .toSorted(([a], [b]) => a - b)
      .map(([wanted, list]) => spliceFigure(`${wanted} words by the machine`, list)),
    ...[...grouped(spliced, ({ splice }) => splice.shape)].map(([shape, list]) => spliceFigure(shape, list)),
  ]
}

/** How many texts per source and label, and spliced texts per family, get a full detection. */
const textsPerGroup = 150
const splicesPerFamily = 150
const splicesOfTest = 300

const wordsIn = ({ text }: Item): number => countWords(text)

const isEssay = (item: Item): boolean =>
  item.label === 'ai' &&
  item.attack === undefined &&
  studentKinds.has(item.source.kind) &&
  wordsIn(item) >= 250

const isParaphrase = (item: Item): boolean =>
  item.label === 'ai' && item.source.name === 'advpara' && wordsIn(item) >= 100 && wordsIn(item) < 150

/** The texts of each group and label that get a full detection. */
export const sampleOfGroups = (
  items: readonly Item[],
  groupOf: (item: Item) => string,
  most = textsPerGroup,
): Item[] => sampleBy(items, (item) => `${groupOf(item)} ${item.label}`, most)

/** Spliced texts of test sources. */
export const splicesOf = (test: readonly Item[], seed: number): LabelledSplice[] =>
  makeSplices(
    test.filter(({ source }) => studentKinds.has(source.kind)),
    null,
    splicesOfTest,
    seed + 8,
  )

/** The final findings. `leftOut` and `test` are texts that were not used for fitting. */
export async function measureAllVerdicts(
  leftOut: readonly Item[],
  test: readonly Item[],
  groupOf: (item: Item) => string,
  { detectors, seed }: { detectors: Detectors; seed: number },
): Promise<VerdictFigures> {
  const byGroup = (items: readonly Item[]): Promise<VerdictFigure[]> =>
    measureVerdicts(sampleOfGroups(items, groupOf), groupOf, detectors)
  const splices = Array.from({ length: familyCount }, (_, family) =>
    makeSplices(leftOut, family, splicesPerFamily, seed + 7),
  )
  const splicesTest = splicesOf(test, seed)
  for (const [family, list] of [...splices, splicesTest].entries())
    await detectors.readAhead(
      list.map(({ text }) => text),
      family < familyCount ? family : null,
      'splices: read in context',
    )
  return {
    left_out: await byGroup(leftOut),
    test: await byGroup(test),
    essays: await byGroup(leftOut.filter(isEssay)),
    paraphrased: await byGroup(leftOut.filter(isParaphrase)),
    splices_left_out: await measureSplices(
      splices.flatMap((list, family) =>
        list.map((splice) => ({ splice, detector: detectors.family(family) })),
      ),
    ),
    splices_test: await measureSplices(
      splicesTest.map((splice) => ({ splice, detector: detectors.released })),
    ),
  }
}
