import { comparedMeasures, type WritingComparison, writingComparisonTexts } from '@penmark/contract'
import { countWords } from '@penmark/detector/words'
import { summariseHistory } from '@penmark/writing'
import type { Database } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { selectSubmissions, type WritingSubmissionRow } from '../store.ts'
import { readCheckedRecord } from './read-record.ts'
import { historyOfRecord } from './record-history.ts'

type Figures = Record<(typeof comparedMeasures)[number], number>

/**
 * Measured texts that are kept in memory: reading a record of 8,000 entries takes about a fifth of a second.
 */
const keptTexts = 2_000

interface ComparisonDependencies {
  database: Database
  encryption: Encryption
}

/** Compares a text with the others handed in for its task. */
export function createComparison({
  database,
  encryption,
}: ComparisonDependencies): (row: WritingSubmissionRow) => Promise<WritingComparison> {
  // By text and hash of its record, so that a text that was taken back and changed is measured anew.
  const measured = new Map<string, Promise<Figures | null>>()

  /** Null for an altered record. */
  const measure = async (row: WritingSubmissionRow): Promise<Figures | null> => {
    const record = await readCheckedRecord(database, encryption, row)
    if (record.integrity === 'altered') return null
    const { minutes, revisions, pauses, pastes } = summariseHistory(await historyOfRecord(record), countWords)
    return { minutes, revisions, pauses, pastes: pastes.count }
  }

  const figuresOf = (row: WritingSubmissionRow): Promise<Figures | null> => {
    const key = `${row.id} ${row.hash}`
    const known = measured.get(key)
    if (known) return known
    const figures = measure(row)
    measured.set(key, figures)
    figures.catch(() => measured.delete(key))
    for (const oldest of measured.keys()) {
      if (measured.size <= keptTexts) break
      measured.delete(oldest)
    }
    return figures
  }

  return async (row) => {
    const handedIn = (await selectSubmissions(database, row.task_id))
      .filter(({ id, state, entries }) => id !== row.id && state === 'handed-in' && entries > 0)
      .toSorted((a, b) => (b.handed_in_at?.getTime() ?? 0) - (a.handed_in_at?.getTime() ?? 0))
      .slice(0, writingComparisonTexts.most)
    if (row.entries === 0 || handedIn.length < writingComparisonTexts.fewest)
      return { n: handedIn.length, measures: [] }
    const own = await figuresOf(row)
    const others: Figures[] = []
    // One after the other, since each takes processor time that others wait for.
    for (const other of handedIn) {
      const figures = await figuresOf(other)
      if (figures !== null) others.push(figures)
    }
    if (own === null || others.length < writingComparisonTexts.fewest)
      return { n: others.length, measures: [] }
    const measures = comparedMeasures.map((name) => ({
      measure: name,
      own: own[name],
      others: others.map((figures) => figures[name]).toSorted((a, b) => a - b),
    }))
    return { n: others.length, measures }
  }
}
