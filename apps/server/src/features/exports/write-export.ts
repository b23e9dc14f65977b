import { brand, type LongAttachment } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Identity } from '../../outside/identity/identity.ts'
import type { Storage } from '../../outside/storage/storage.ts'
import { personalDataTables } from '../personal-data/personal-data-tables.ts'
import { type Cursor, selectDocumentsAsJson, selectPersonalData } from './data-store.ts'
import { exportFilename } from './rules.ts'

/** The sources of an export. */
interface ExportSources {
  database: Database
  identity: Pick<Identity, 'describeAccount'>
}

export interface ExportsDependencies extends ExportSources {
  storage: Storage
}

/** Few, because one document may hold a million characters and a result several times as much. */
const documentsAtOnce = 10

/** Whose data to export. */
export interface Exported {
  teacher_id: string
  subject: string
}

/**
 * Everything that belongs to a teacher, as the pieces of one JSON object. It is never whole in memory; data that changes meanwhile appears
 * as it was when its piece was read.
 */
export async function* writeExport(
  { database, identity }: ExportSources,
  { teacher_id, subject }: Exported,
  now: Date,
): AsyncGenerator<string> {
  const head = { format: 'penmark-export', version: 1, product: brand.name, exported_at: now.toISOString() }
  yield JSON.stringify(head).slice(0, -1)
  yield `,\n"sign_in_account": ${JSON.stringify(await identity.describeAccount(subject))}`
  for (const personalDataTable of personalDataTables) {
    if (personalDataTable.exportedAs === null) continue
    yield `,\n"${personalDataTable.exportedAs}": [${(await selectPersonalData(database, teacher_id, personalDataTable)).join(',\n')}]`
  }
  yield ',\n"documents": ['
  let cursor: Cursor = null
  let separator = ''
  for (;;) {
    const { documents, last } = await selectDocumentsAsJson(database, teacher_id, cursor, documentsAtOnce)
    for (const document of documents) {
      yield separator + document
      separator = ',\n'
    }
    if (last === null) break
    cursor = last
  }
  yield ']}\n'
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}

/** The export as a file that is streamed while it is made. */
export function exportTeacher(sources: ExportSources, exported: Exported): LongAttachment {
  const now = new Date()
  return { filename: exportFilename(now, 'json'), chunks: encoded(writeExport(sources, exported, now)) }
}
