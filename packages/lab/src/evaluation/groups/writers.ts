import type { Finding } from '@penmark/detector'
import {
  type Model,
  measureStyle,
  read,
  styleMeasures,
  styleSize,
  tokenFacts,
  type WordSet,
} from '@penmark/detector/lab'
import type { Item } from '../../corpora/collection.ts'
import { studentKinds } from '../../corpora/sources.ts'
import { figuresBy, type VerdictFigure } from '../verdicts/verdicts.ts'

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** The grade or degree in which a text was written; null if its source does not tell. */
export function levelOf({ meta }: Pick<Item, 'meta'>): string | null {
  const grade = /^(\d+)$/.exec(text(meta?.grade_level).trim())?.[1]
  if (grade !== undefined) return `grade ${grade}`
  const level = text(meta?.level)
  const school = /^(?:MS|HS)[ -](\d+(?:-\d+)?)/.exec(level)?.[1]
  if (school !== undefined) return `grade ${school.replace('-', ' or ')}`
  if (/^BA\b|Undergraduate/.test(level)) return 'bachelor’s degree'
  if (/^MA\b|^MSc\b|Graduate student/.test(level)) return 'master’s degree'
  return null
}

/** The writer's first language; null if the source does not tell. */
export function firstLanguageOf({ meta }: Pick<Item, 'meta'>): string | null {
  const language = text(meta?.l1 ?? meta?.L1)
    .replace(/ \(.*\)$/, '')
    .trim()
  if (language !== '') return `first language: ${language}`
  return meta?.ell_status === 'yes' ? 'learner of English at a US school' : null
}

type Measure = (one: { text: string; style: Float32Array }) => number

const shareOf =
  (pattern: RegExp): Measure =>
  ({ text: prose }) =>
    (prose.match(pattern)?.length ?? 0) / Math.max(1, prose.split(/\s+/).length)
const style =
  (name: (typeof styleMeasures)[number]): Measure =>
  (one) =>
    one.style[styleMeasures.indexOf(name)] as number

/** What a tenth of the texts have most of; `least` takes those with the least instead. */
const tenths: readonly { name: string; measure: Measure; least?: true }[] = [
  { name: 'shortest words', measure: style('word-length'), least: true },
  { name: 'longest words', measure: style('word-length') },
  { name: 'shortest sentences', measure: style('sentence-length'), least: true },
  { name: 'longest sentences', measure: style('sentence-length') },
  { name: 'sentences most alike in length', measure: style('sentence-variation'), least: true },
  { name: 'most rare or misspelt words', measure: style('rare-words') },
  { name: 'fewest rare or misspelt words', measure: style('rare-words'), least: true },
  { name: 'most quotation marks', measure: style('quotes') },
  { name: 'most contractions', measure: style('contractions') },
  { name: 'most “I” and “my”', measure: shareOf(/\b(?:I|me|my|mine|myself)\b/g) },
  { name: 'most “you” and “your”', measure: shareOf(/\byou(?:r|rs|rself)?\b/gi) },
  {
    name: 'fewest words in the past tense',
    measure: shareOf(/\b(?:was|were|had|did|[a-z]{3,}ed)\b/gi),
    least: true,
  },
]

/** For each measure of style, the name of its tenth for the texts in it. */
function tenthsByStyle(items: readonly Item[], common: WordSet): ((item: Item) => string | null)[] {
  const measured = items.map((item) => {
    const facts = tokenFacts(read(item.text).tokens)
    const out = new Float32Array(styleSize)
    measureStyle(facts, 0, facts.size, (word) => common.has(word), out)
    return { item, text: item.text, style: out }
  })
  return tenths.map(({ name, measure, least = false }) => {
    const sorted = measured
      .map((one) => ({ item: one.item, value: measure(one) }))
      .sort((a, b) => (least ? a.value - b.value : b.value - a.value))
    const inTenth = new Set(sorted.slice(0, Math.ceil(sorted.length / 10)).map(({ item }) => item))
    return (item) => (inTenth.has(item) ? name : null)
  })
}

/** Findings on students' texts by their writers' grade and first language, and by style. */
export function writerFigures(
  found: ReadonlyMap<Item, Finding>,
  { common }: Pick<Model, 'common'>,
): VerdictFigure[] {
  const students = new Map(
    [...found].filter(([{ label, source }]) => label === 'human' && studentKinds.has(source.kind)),
  )
  return [levelOf, firstLanguageOf, ...tenthsByStyle([...students.keys()], common)].flatMap((groupOf) =>
    figuresBy(students, groupOf).toSorted((a, b) => a.group.localeCompare(b.group, 'en', { numeric: true })),
  )
}
