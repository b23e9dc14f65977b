import { randomUUID } from 'node:crypto'
import { sha256 } from '../../../lib/secrets.ts'
import type { Connection } from '../../../services/database/database.ts'
import { compareWithSourcesInSlices } from '../comparison/compare-texts.ts'
import { replaceMatches } from './match-store.ts'

interface ComparedDocument {
  document_id: string
  teacher_id: string
  text: string
  /** Not compared. */
  assignment: string
  /** Those of its class. */
  sources: readonly { id: string; text: string }[]
}

/**
 * Compares a document word by word with every source of its class: these are few, and a chapter is too long
 * to be found by a few of its fingerprints. Returns what stores the result in the transaction that locks the
 * document.
 */
export async function compareWithSources(
  { document_id, teacher_id, text, assignment, sources }: ComparedDocument,
  signal: AbortSignal,
): Promise<(connection: Connection) => Promise<void>> {
  const { found } = await compareWithSourcesInSlices(
    text,
    sources.map((source) => source.text),
    assignment,
    () => signal.throwIfAborted(),
  )
  const matches = found.flatMap(({ other, words, share, share_other, passages }) => {
    const source = sources[other]
    if (source === undefined) return []
    return {
      id: randomUUID(),
      teacher_id,
      source_id: source.id,
      text_hash: sha256(text),
      words,
      share,
      share_source: share_other,
      passages: passages.map(({ a, b, words: equal }) => ({
        a: [a.start, a.end] as [number, number],
        b: [b.start, b.end] as [number, number],
        words: equal,
      })),
    }
  })
  return (transaction) => replaceMatches(transaction, document_id, matches)
}
