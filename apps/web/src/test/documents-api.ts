import type { Document } from '@penmark/contract'
import type { Answer, Call } from './api.ts'

const keyOf: Record<string, (document: Document) => string | number> = {
  upload_timestamp: ({ upload_timestamp }) => upload_timestamp,
  original_filename: ({ original_filename }) => original_filename.toLowerCase(),
  status: ({ status }) => status,
  score: ({ ai_score }) => ai_score ?? -1,
  word_count: ({ word_count }) => word_count ?? -1,
  student: ({ student_details: student }) => (student ? `${student.last_name} ${student.first_name}` : ''),
}

function found(documents: Document[], { query }: Call): Document[] {
  const is = (name: string, value: string | null) => !query.get(name) || query.get(name) === value
  const lacks = (name: string, id: string | null) => ![name, 'both'].includes(query.get('unassigned') ?? '') || id === null
  const words = (query.get('search') ?? '').toLowerCase()
  return documents.filter(
    ({ original_filename, status, student_id, class_group_id }) =>
      original_filename.toLowerCase().includes(words) &&
      is('status', status) &&
      is('student_id', student_id) &&
      is('class_group_id', class_group_id) &&
      lacks('student', student_id) &&
      lacks('class', class_group_id),
  )
}

/** The list of documents and their count, filtered, sorted and paged as the server does it. */
export function documentsApi(list: () => Document[]): Record<'GET /documents' | 'GET /documents/count', Answer> {
  return {
    'GET /documents': (call) => {
      const { query } = call
      const key = keyOf[query.get('sort') ?? 'upload_timestamp'] ?? (() => '')
      const order = query.get('order') === 'asc' ? 1 : -1
      const sorted = found(list(), call).sort((a, b) => (key(a) === key(b) ? 0 : key(a) < key(b) ? -order : order))
      const first = sorted.findIndex(({ id }) => id === query.get('before')) + 1
      return sorted.slice(first, first + Number(query.get('limit') ?? 500))
    },
    'GET /documents/count': (call) => ({ total: found(list(), call).length }),
  }
}
