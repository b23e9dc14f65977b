import { type Document, listLimits, routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { listDocuments } from '../documents/read-documents.ts'

/** Every document of a class, page by page, by the student's name; documents without a student come first. */
export async function* readClassDocuments(database: Database, class_group_id: string, caller: Caller): AsyncGenerator<Document> {
  const page = { class_group_id, sort: 'student', order: 'asc', limit: listLimits.largest } as const
  let before: string | undefined
  for (;;) {
    const listing = before === undefined ? page : { ...page, before }
    const documents = routes.listDocuments.reply.parse(JSON.parse(await listDocuments(database, listing, caller)))
    yield* documents
    before = documents.at(-1)?.id
    if (documents.length < page.limit) return
  }
}
