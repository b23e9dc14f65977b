import { expect, test } from 'vitest'
import type { Item } from '../corpora/collection.ts'
import type { KindText } from '../corpora/kind-texts.ts'
import { gatheredSources, sources } from '../corpora/sources.ts'
import type { ModelCard } from './card.ts'
import { gatheredTexts, kindFigures, kindOf, textsOfKinds } from './kinds.ts'
import { writtenKinds } from './report/kinds.ts'
import type { VerdictFigure } from './verdicts/verdicts.ts'

const figure = (group: string, texts: number, flagged: number, short = 0): VerdictFigure => ({
  group,
  label: 'human',
  dated: true,
  texts,
  findings: {
    'ai-likely': flagged,
    mixed: 0,
    inconclusive: 0,
    'no-evidence': texts - flagged - short,
    'insufficient-text': short,
    'unsupported-language': 0,
    'creative-writing': 0,
  },
})

const source = (name: string) => {
  const found = [...sources, ...gatheredSources].find((one) => one.name === name)
  if (found === undefined) throw new Error(`the source ${name} is gone`)
  return found
}
let written = 0
const text = (name: string, rest: Partial<Item> = {}): Item => ({
  text: `text ${written++}`,
  label: 'human',
  source: source(name),
  cluster: 3,
  fold: 5,
  use: source(name).use === 'test' ? 'test' : 'train',
  ...rest,
})

test('people count for the kind of each text, in whichever collection it stands', () => {
  const kindsOf = (items: Item[]) =>
    textsOfKinds(items)
      .map((item) => kindOf(item) ?? '')
      .toSorted((one, other) => one.localeCompare(other))
  expect(
    kindsOf([
      text('asap_aes', { prompt_id: 'asap-1', meta: { task: 'argument' } }),
      text('asap_aes', { prompt_id: 'asap-3', meta: { task: 'source' } }),
      text('seeflex', { meta: { operator: 'diary' } }),
      text('student_papers_pre2022', { domain: 'lab report' }),
      text('imdb_reviews'),
    ]),
  ).toEqual(['commentary on a text', 'diary', 'lab report', 'letter', 'review'])
})

test('a text that chose a threshold, a story and a person without a date are not counted', () => {
  expect(
    textsOfKinds([
      text('persuade1_fp2021', { cluster: 4 }),
      text('asap_aes', { prompt_id: 'asap-8', meta: { task: 'narrative' } }),
      text('daigt-scraps'),
      text('imdb_reviews', { use: 'dropped' }),
    ]),
  ).toEqual([])
  expect(textsOfKinds([text('imdb_reviews', { cluster: 4 })])).toHaveLength(1)
})

const kinds = kindFigures([
  figure('argument', 1200, 1, 50),
  figure('argument', 100, 1),
  figure('personal statement', 70, 2),
])

test('all texts of a kind count, but for those too short for a finding', () => {
  expect(kinds.find(({ kind }) => kind === 'argument')).toMatchObject({ people: 1250, flagged: 2 })
})

test('texts of people that gave no score are counted, and stay among the texts', () => {
  const silent = {
    ...figure('diary', 400, 0),
    findings: { ...figure('diary', 120, 0).findings, 'creative-writing': 280 },
  }
  expect(kindFigures([silent]).find(({ kind }) => kind === 'diary')).toMatchObject({
    people: 400,
    unscored: 280,
  })
})

test('of gathered texts only those that no reader learned are measured, stories among them', () => {
  const gathered = (use: 'train' | 'test'): KindText => ({
    ...text('creative_pupils'),
    use,
  })
  expect(gatheredTexts([gathered('train'), gathered('test')]).map(kindOf)).toEqual(['narrative'])
})

test('nothing is promised for a kind with few people or none', () => {
  const page = writtenKinds({ kinds } as ModelCard)
  const rowOf = (kind: string) => page.split('\n').find((line) => line.startsWith(`| ${kind} |`))
  expect(rowOf('argument')).toMatch(/\| 1250 \| 0 \| 2 \| 0\.58 % \|/)
  for (const kind of ['report', 'personal statement', 'dictation'])
    expect(rowOf(kind)).toContain('not measured: no promise')
})
