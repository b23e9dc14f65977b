import type { NamedDocument } from '@penmark/contract'
import type { Connection } from '../../../services/database/database.ts'
import { readStudentNames } from '../../classes/index.ts'
import { readComparables } from '../rows/read-documents.ts'

/**
 * The teacher's own documents with their names and those of their students as they are now. Deleted ones are
 * left out.
 */
export async function nameDocuments(
  connection: Connection,
  teacher_id: string,
  ids: readonly string[],
): Promise<Map<string, NamedDocument>> {
  const documents = await readComparables(connection, teacher_id, [...new Set(ids)])
  const students = await readStudentNames(connection, [
    ...new Set(documents.flatMap(({ student_id }) => student_id ?? [])),
  ])
  return new Map(
    documents.map(({ id, original_filename, student_id }) => {
      const student = students.get(student_id ?? '')
      return [
        id,
        {
          id,
          original_filename,
          student_id,
          student_name: student ? `${student.first_name} ${student.last_name}` : null,
        },
      ]
    }),
  )
}
