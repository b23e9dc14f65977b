import { adminDocumentSorts, adminLimits, indexedDocumentSorts } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../services/database/database.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { documentList, namesQuery } from './document-list.ts'
import { classList, idsQuery, type List, studentList, teacherList } from './list-store.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const usual = <Sort extends string>(list: List<Sort>, sort: Sort, order: 'asc' | 'desc') =>
  idsQuery(list, { sort, order, offset: 0, limit: 50 })[0]

/** The plan of a long table: sorting an empty one is cheaper than reading an index, so it is forbidden. */
const explain = (text: string) =>
  database.transaction(async (connection) => {
    await connection.script('set local enable_sort = off; set local enable_seqscan = off')
    return (await connection.query(`explain ${text}`)).rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  })

test.each([
  ['teachers', usual(teacherList, 'created_at', 'desc'), 'teachers_newest'],
  ['students', usual(studentList, 'last_name', 'asc'), 'students_by_last_name'],
  ['classes', usual(classList, 'class_name', 'asc'), 'class_groups_by_class_name'],
  ['documents', usual(documentList, 'created_at', 'desc'), 'documents_newest'],
])(
  'the default order of all %s comes from an index alone, however many there are',
  async (_what, text, index) => {
    const plan = await explain(text)
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  },
)

test.each(adminDocumentSorts)(
  'sorting all documents by %s reads no more of them than the newest',
  async (sort) => {
    const text = sort === 'original_filename' ? namesQuery(undefined)[0] : usual(documentList, sort, 'desc')
    const plan = await explain(text)
    if (indexedDocumentSorts.includes(sort)) {
      expect(plan).not.toContain('Sort')
      return
    }
    expect(text).toContain(`limit ${adminLimits.sortedDocuments})`)
    expect(plan).toContain('documents_newest')
    expect(plan).not.toContain('Seq Scan on documents')
  },
)
