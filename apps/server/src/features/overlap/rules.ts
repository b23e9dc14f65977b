import { createHash } from 'node:crypto'
import type { Comparison } from '@penmark/contract'
import type { CommonPassageRow, Compared, ComparisonRow } from './store.ts'

/** By it a stored place is known to lie in the text that is stored now. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const excerptCharacters = 300

export function comparedOf({ class_group_id, batch_id }: ComparisonRow): Compared {
  return class_group_id === null ? { batch_id: batch_id ?? '' } : { class_group_id }
}

export function toComparison(row: ComparisonRow, common: readonly CommonPassageRow[], texts: ReadonlyMap<string, string>): Comparison {
  const { id, class_group_id, batch_id, assignment_text, state, reason, progress, documents, pairs, left_out } = row
  return {
    id,
    class_group_id,
    batch_id,
    assignment_text,
    state,
    status_reason: reason,
    progress,
    documents,
    pairs,
    left_out,
    common: common.map(({ document_id, text_start, text_end, words, documents: count }) => ({
      text: (texts.get(document_id) ?? '').slice(text_start, Math.min(text_end, text_start + excerptCharacters)).toWellFormed(),
      words,
      documents: count,
    })),
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}
