import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countWords, createDetector } from '@penmark/detector'
import { Encoder, readHashes, readModel, writeModel } from '@penmark/detector/lab'
import { type Item, sampleBy } from '../corpora/collection.ts'
import { isDated } from '../corpora/dated.ts'
import { type KindText, readKindTexts } from '../corpora/kind-texts.ts'
import { gatheredSources } from '../corpora/sources.ts'
import { heldOutFolds } from '../corpora/training-texts.ts'
import { writingKindOf } from '../corpora/writing-kinds.ts'
import type { ModelCard } from '../evaluation/card.ts'
import { leftOutTexts } from '../evaluation/evaluate.ts'
import { yearsOf } from '../evaluation/groups/groups.ts'
import { limitsOf } from '../evaluation/release.ts'
import {
  beforeAndWith,
  chooseOffset,
  compareRemedies,
  isRetelling,
  type JudgedText,
  judgeOf,
  lossBands,
  machineLoss,
  type RetellingRule,
  remembering,
} from '../evaluation/retellings.ts'
import { clopperPearson } from '../evaluation/statistics/roc.ts'
import { Progress } from '../progress.ts'
import { grouped } from '../sampling.ts'
import { gather, version } from '../training/train.ts'

/**
 * Chooses by how much a short retelling of what others did must stand out more, writes that into a released
 * model, and what it changes into its card. Everything else in the model stays as it is.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    /** Where `lab gather` wrote the kinds of writing that are only measured. */
    gathered: { type: 'string', default: '../creative-data' },
    out: { type: 'string', default: 'models' },
    seed: { type: 'string', default: '1' },
  },
})

/** At 6 % every summary of a case or a meeting that reaches 0.3 is a retelling, and few essays by machines are. */
const rule: RetellingRule = { words: 249, past_tense: 0.06, pronouns: 0.01 }
/** Two of the repositories with short summaries choose; the others only measure. */
const choosingRepositories = ['walkerdb/supreme_court_transcripts', 'Yale-LILY/QMSum']
/** A repository that was gathered after the table of kinds of 0.8.0 had been measured. */
const newRepository = 'gcunhase/AMICorpusXML'
/** Texts of a source, label and length; of test sources more. */
const most = { test: 80, others: 30 }
const longestText = 249
/** Of the models whose texts README and home count. */
const todaysYears = '2025–26'

const file = join(values.out, 'standard.card.json')
const card = JSON.parse(readFileSync(file, 'utf8')) as ModelCard
const path = join(values.out, card.model_file.name)
const bytes = readFileSync(path)
const model = { ...readModel(bytes), retellings: null }
/** The model that the card's figures are of; a released one that is changed again keeps its own. */
const measuredWith = card.retellings?.affected?.version ?? card.version
if (model.encoder === null) throw new Error('Only a model that reads words in their context has the offset.')
const reader = remembering(new Encoder(model.encoder))
const judge = judgeOf(model, rule, reader)

type Text = Pick<Item, 'text' | 'source' | 'meta' | 'domain' | 'prompt_id' | 'label'>
type Judged = JudgedText & { item: Text }

async function judgeAll(texts: readonly Text[], stage: string): Promise<Judged[]> {
  const progress = new Progress(stage, texts.length)
  const judged: Judged[] = []
  for (const [i, item] of texts.entries()) {
    if (countWords(item.text) >= model.minimumWords) judged.push({ item, ...(await judge(item.text)) })
    progress.at(i + 1)
  }
  progress.end(`${judged.length} texts`)
  return judged
}

const isGatheredKind = ({ source }: KindText): boolean =>
  gatheredSources.some(({ name }) => name === source.name) && !source.name.startsWith('creative_')
const gathered = await judgeAll(
  readKindTexts(values.data, values.gathered).filter(
    (text) =>
      isGatheredKind(text) && (text.source.name === 'summaries' || countWords(text.text) <= longestText),
  ),
  'judge gathered texts',
)
const isShort = ({ words }: JudgedText): boolean => words <= longestText
const repositoryOf = ({ item }: Judged): string => String(item.meta?.repo)
const summaries = gathered.filter(({ item }) => item.source.name === 'summaries')
const choosing = summaries.filter(
  (one) => choosingRepositories.includes(repositoryOf(one)) && one.isRetelling && one.score !== null,
)
const by = chooseOffset(choosing.map(({ margin }) => margin))
const changed = { ...model, version, retellings: { ...rule, by } }
const detector = createDetector(changed, reader)
const withOffset = async (list: readonly Judged[]) => {
  const both = []
  for (const one of list) {
    const after = one.isRetelling ? (await detector.score(one.item.text)).score : one.score
    both.push({ ...one, before: one.score, with: after })
  }
  return both
}

const { items } = gather(values.data, Number(values.seed))
const eligible = items.filter(
  (item) =>
    item.source.kind !== 'story' &&
    (item.use === 'test' || (item.use === 'train' && item.fold < heldOutFolds)) &&
    (item.label === 'ai' || (item.label === 'human' && isDated(item))),
)
const bandOfWords = (words: number): number =>
  lossBands.findIndex(([from, to]) => words >= from && words <= to)
const shortOnes = eligible.filter(({ text }) => bandOfWords(countWords(text)) >= 0)
const sampleOf = (use: Item['use'], count: number): Item[] =>
  sampleBy(
    shortOnes.filter((item) => item.use === use),
    ({ source, label, text }) => `${source.name} ${label} ${bandOfWords(countWords(text))}`,
    count,
  )
const others = await judgeAll(
  [...sampleOf('test', most.test), ...sampleOf('train', most.others)],
  'judge other texts',
)

/** Answers to exam questions have no kind of their own. */
const groupOf = (item: Text): string =>
  item.source.name === 'ndhal_gpt_exam' ? 'exam answer' : (writingKindOf(item) ?? 'other')
const groupsOfPeople = [
  ...grouped(summaries.filter(isShort), (one) =>
    choosingRepositories.includes(repositoryOf(one)) || repositoryOf(one) === newRepository
      ? `summaries of ${repositoryOf(one)}`
      : 'other gathered summaries',
  ),
  ...grouped(
    gathered.filter((one) => isShort(one) && one.item.source.name !== 'summaries'),
    ({ item }) => item.source.name.replace('_', ' '),
  ),
  ...grouped(
    others.filter(({ item }) => item.label === 'human'),
    ({ item }) => groupOf(item),
  ),
]
const people = []
const judgedPeople = []
for (const [group, list] of groupsOfPeople) {
  const judged = await withOffset(list)
  judgedPeople.push(...judged)
  people.push(beforeAndWith(group, judged))
}
const machines = []
const judgedMachines = []
for (const [kind, list] of grouped(
  others.filter(({ item }) => item.label === 'ai'),
  ({ item }) => groupOf(item),
)) {
  const all = items.filter((item) => item.label === 'ai' && groupOf(item) === kind)
  const counts = lossBands.map(
    (_, band) => all.filter(({ text }) => bandOfWords(countWords(text)) === band).length,
  )
  const judged = await withOffset(list)
  judgedMachines.push(...judged)
  machines.push(machineLoss(kind, judged, { counts, all: all.length }))
}

const bothOfSummaries = await withOffset(summaries)
const remedies = compareRemedies(bothOfSummaries.filter(isShort), {
  people: judgedPeople,
  machines: judgedMachines,
})
const countOf = (list: typeof bothOfSummaries, from: 'before' | 'with') => ({
  people: list.length,
  flagged: list.filter((one) => (one[from] ?? 0) >= 0.5).length,
  unscored: list.filter((one) => one[from] === null).length,
})
/**
 * `lab kinds` measures the table of kinds. Where that was done without the offset, only summaries are counted
 * again: no more people of another kind can be flagged, and machine texts need models that this command lacks.
 */
const row = card.kinds?.find(({ kind }) => kind === 'summary')
let rest = card.retellings?.other_summaries
if (row !== undefined) {
  const known = countOf(
    bothOfSummaries.filter((one) => repositoryOf(one) !== newRepository),
    'before',
  )
  rest ??= {
    people: row.people - known.people,
    flagged: row.flagged - known.flagged,
    unscored: (row.unscored ?? 0) - known.unscored,
  }
  const now = countOf(bothOfSummaries, 'with')
  row.people = rest.people + now.people
  row.flagged = rest.flagged + now.flagged
  row.unscored = rest.unscored + now.unscored
  row.upper = Number(clopperPearson(row.flagged, row.people).high.toFixed(5))
}
// The card's shares of machine texts are older than the offset, until `lab evaluate --measure-only` has run.
const affected = leftOutTexts(items, () => true).filter(
  (item) =>
    item.label === 'ai' &&
    item.use === 'train' &&
    yearsOf(item.model) === todaysYears &&
    countWords(item.text) >= model.minimumWords &&
    isRetelling(item.text, rule),
).length
card.retellings = {
  rule: changed.retellings,
  choosing: { repositories: choosingRepositories, retellings: choosing.length },
  people: people.toSorted((a, b) => b.retellings - a.retellings),
  machines: machines.toSorted((a, b) => a.kind.localeCompare(b.kind)),
  remedies,
  affected: { version: measuredWith, years: todaysYears, texts: affected },
  ...(rest !== undefined && { other_summaries: rest }),
}
const written = writeModel({ ...changed, hashes: readHashes(bytes), gramBits: model.grams.bits })
writeFileSync(path, written)
card.limits = limitsOf(card)
card.version = version
card.model_file = {
  ...card.model_file,
  bytes: written.length,
  sha256: createHash('sha256').update(written).digest('hex'),
}
writeFileSync(file, `${JSON.stringify(card, null, 1)}\n`)
