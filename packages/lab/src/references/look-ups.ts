import {
  type CatalogueRecord,
  extractBytes,
  type ListedWork,
  listedWorks,
  matchByTitle,
} from '@penmark/extract'
import { randomStream } from '../sampling.ts'
import { inventEssay } from './essays.ts'
import { type FileKind, fileOf } from './files.ts'
import { inventRecord, type WorkRecord } from './records.ts'
import { type StyleName, styles } from './styles.ts'

/**
 * How entries fared against a catalogue: of works that are in it, with slips of the writer, and that are not.
 */
export interface LookUpCounts {
  entries: number
  /** Entries whose title could be read and asked for. */
  asked: number
  /** Of works in the catalogue. */
  listed: { n: number; verified: number; differs: number; notFound: number }
  /** Of works that are not in it. */
  absent: { n: number; verified: number; differs: number; notFound: number }
}

const none = () => ({ n: 0, verified: 0, differs: 0, notFound: 0 })
export const noLookUpCounts = (): LookUpCounts => ({ entries: 0, asked: 0, listed: none(), absent: none() })

const perEssay = 12
const candidates = 5

function recordOf({ title, authors, organisation, year, doi }: WorkRecord): CatalogueRecord {
  return {
    title,
    subtitle: null,
    authors: organisation
      ? [organisation.name]
      : authors.map(({ given, family }) => `${given.join(' ')} ${family}`),
    years: year === null ? [] : [year],
    doi,
  }
}

/** An honest slip: a year next to the right one, or a letter left out of the title. */
function withSlip(record: WorkRecord, random: () => number): WorkRecord {
  const slip = random()
  if (slip < 0.15 && record.year !== null) return { ...record, year: record.year + 1 }
  if (slip < 0.3) {
    const at = Math.floor(record.title.length / 2)
    return { ...record, title: record.title.slice(0, at) + record.title.slice(at + 1) }
  }
  return record
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])

/** What a search would answer: the records that share the most and the rarest words with what was asked. */
function search(catalogue: readonly CatalogueRecord[], { title, author }: ListedWork): CatalogueRecord[] {
  const asked = wordsOf(`${title} ${author}`)
  const words = catalogue.map((record) => ({
    record,
    words: wordsOf(`${record.title} ${record.authors.join(' ')}`),
  }))
  const weights = new Map(
    [...asked].map((word) => [word, 1 / (1 + words.filter((each) => each.words.has(word)).length)]),
  )
  return words
    .map((each) => ({
      record: each.record,
      weight: [...each.words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0),
    }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, candidates)
    .map(({ record }) => record)
}

/**
 * Writes a list of invented works in a style, half of which a catalogue knows, reads the file, and looks each
 * entry up.
 */
export async function measureLookUps(
  style: StyleName,
  seed: number,
  file: FileKind,
  counts: LookUpCounts,
): Promise<void> {
  const random = randomStream(seed * 31 + style.length)
  const { language } = styles[style]
  const inventMany = (count: number) => {
    const used = new Set<string>()
    return Array.from({ length: count }, () => inventRecord(random, language, used))
  }
  const written = inventMany(perEssay)
  const known = written.filter((_, nth) => nth % 2 === 0)
  // Other works in the same words make a wrong match likelier.
  const titles = new Set(written.map(({ title }) => title))
  const others = inventMany(300).filter(({ title }) => !titles.has(title))
  const catalogue = [...known, ...others].map(recordOf)
  const entries = written.map((record, nth) => styles[style].entry(withSlip(record, random), nth + 1))
  const essay = {
    ...inventEssay(style, seed),
    heading: language === 'fr' ? 'Bibliographie' : 'References',
    entries,
    after: [],
  }
  const { text } = await extractBytes(fileOf(essay, file))
  const works = listedWorks(text)
  counts.entries += written.length
  for (const work of works) {
    const at = written.findIndex((record) => isEntryOf(work.entry, record))
    if (at < 0 || work.title === null) continue
    counts.asked++
    const group = at % 2 === 0 ? counts.listed : counts.absent
    const matches = search(catalogue, work).map((record) => matchByTitle(work, record))
    group.n++
    if (matches.some((match) => match?.length === 0)) group.verified++
    else if (matches.some((match) => match !== null)) group.differs++
    else group.notFound++
  }
}

/** Whatever slip or line break there is, the beginning or the end of the title is whole. */
function isEntryOf(entry: string, { title, authors, organisation }: WorkRecord): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')
  const [whole, there] = [letters(title), letters(entry)]
  const half = Math.floor(whole.length / 2) - 2
  const name = letters(organisation?.name ?? authors[0]?.family ?? '')
  return there.includes(whole.slice(0, half)) && there.includes(whole.slice(-half)) && there.includes(name)
}
