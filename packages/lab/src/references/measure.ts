import { readdirSync } from 'node:fs'
import { type ExtractedFact, extractBytes, paragraphsOfText, referenceFacts } from '@penmark/extract'
import { readCorpus } from '../corpora/read.ts'
import { inventEssay, type PlantedError, type ReferenceEssay } from './essays.ts'
import { type FileKind, fileOf } from './files.ts'
import type { StyleName } from './styles.ts'

/** The year that the invented essays are handed in. */
const thisYear = 2026

export interface ReferenceCounts {
  essays: number
  listsFound: number
  /** Essays whose citations were compared with their list. */
  compared: number
  /** Distinct citations of all essays. */
  citations: number
  /** Citations said to be missing from the list although they are in it. */
  falselyUnlisted: number
  entries: number
  /** Entries said to be cited nowhere although they are. */
  falselyUncited: number
  /** Years, identifiers and repetitions that nobody planted. */
  otherFalse: number
  planted: Record<PlantedError['kind'], { n: number; found: number }>
}

export function noCounts(): ReferenceCounts {
  const none = () => ({ n: 0, found: 0 })
  return {
    essays: 0,
    listsFound: 0,
    compared: 0,
    citations: 0,
    falselyUnlisted: 0,
    entries: 0,
    falselyUncited: 0,
    otherFalse: 0,
    planted: {
      'unlisted-citation': none(),
      'uncited-reference': none(),
      'impossible-year': none(),
      'malformed-identifier': none(),
      'repeated-reference': none(),
    },
  }
}

const proves = (error: PlantedError, { kind, value }: ExtractedFact): boolean => {
  if (kind !== error.kind || value === null) return false
  if (error.kind === 'unlisted-citation') return value.includes(error.family)
  if (error.kind === 'impossible-year') return value.includes(String(error.year))
  if (error.kind === 'malformed-identifier') return value === error.value
  return plain(value).includes(plain(error.title).slice(0, 12))
}

/** Hyphens and spaces differ where a line was broken. */
const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

interface MeasuredEssay {
  essay: ReferenceEssay
  facts: ExtractedFact[]
  wrong: ExtractedFact[]
}

/** Reads an invented essay from a real file and adds what the reference checks say of it to `counts`. */
export async function measureEssay(
  style: StyleName,
  seed: number,
  file: FileKind,
  counts: ReferenceCounts,
): Promise<MeasuredEssay> {
  const essay = inventEssay(style, seed)
  const { text } = await extractBytes(fileOf(essay, file))
  const facts = referenceFacts(text, thisYear)
  const wrong = facts.filter(
    (fact) => fact.kind !== 'reference-list' && !essay.planted.some((error) => proves(error, fact)),
  )
  counts.essays++
  const [list] = facts.filter(({ kind }) => kind === 'reference-list')
  // A list that lost or gained a third of its entries was not found.
  const size = list?.count ?? 0
  if (size > essay.entries.length * 0.67 && size < essay.entries.length * 1.5) counts.listsFound++
  if (list?.name === 'compared') counts.compared++
  counts.citations += essay.citations
  counts.entries += essay.entries.length
  counts.falselyUnlisted += wrong.filter(({ kind }) => kind === 'unlisted-citation').length
  counts.falselyUncited += wrong.filter(({ kind }) => kind === 'uncited-reference').length
  counts.otherFalse += wrong.filter(
    ({ kind }) => kind !== 'unlisted-citation' && kind !== 'uncited-reference',
  ).length
  for (const error of essay.planted) {
    const planted = counts.planted[error.kind]
    planted.n++
    if (facts.some((fact) => proves(error, fact))) planted.found++
  }
  return { essay, facts, wrong }
}

export interface FalseAlarms {
  sources: number
  texts: number
  /** Texts with a list, found by the heading or at the end; each was read to see whether it has one. */
  withList: number
  /** Texts in which anything was said beyond that there is a list. */
  withFacts: number
  bySource: Record<string, { texts: number; withList: number; withFacts: number }>
}

/** What the reference checks say of collected texts, hardly any of which has a reference list. */
export function measureFalseAlarms(
  folder: string,
  year: number,
  show?: (source: string, text: string) => void,
): FalseAlarms {
  const found: FalseAlarms = { sources: 0, texts: 0, withList: 0, withFacts: 0, bySource: {} }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))) {
    const source = file.slice(0, -'.jsonl.gz'.length)
    const counts = { texts: 0, withList: 0, withFacts: 0 }
    for (const { text } of readCorpus(folder, source).texts) {
      const facts = referenceFacts(paragraphsOfText(text ?? '').join('\n\n'), year)
      counts.texts++
      if (facts.length > 0) counts.withList++
      if (facts.length > 1) counts.withFacts++
      if (facts.length > 0) show?.(source, text)
    }
    found.sources++
    found.texts += counts.texts
    found.withList += counts.withList
    found.withFacts += counts.withFacts
    if (counts.withList > 0) found.bySource[source] = counts
  }
  return found
}
