import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import type { DocumentsDependencies } from '../../../apps/server/src/features/documents/changes/change-document.ts'
import {
  submitText,
  uploadDocument,
} from '../../../apps/server/src/features/documents/upload/accept-upload.ts'
import type { Caller } from '../../../apps/server/src/http/caller.ts'
import { storeFile } from '../../../apps/server/src/http/multipart.ts'
import { readConfig } from '../../../apps/server/src/main/config.ts'
import type { Database } from '../../../apps/server/src/services/database/database.ts'
import { createQueue } from '../../../apps/server/src/services/queue/pg-boss.ts'
import { createFolderStorage } from '../../../apps/server/src/services/storage/folder.ts'
import { textOf } from '../../../bench/texts.ts'
import { pdfOf } from './pdf.ts'

const atOnce = 8
const words = 500

/** Adds teachers on Schools, with an unlimited allowance. */
export async function addTeachers(database: Database, count: number): Promise<Caller[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await database.query(
    "insert into teachers (id, subject, plan) select id, id::text, 'SCHOOLS' from unnest($1::uuid[]) as id",
    [ids],
  )
  const nobody = {
    email: null,
    emailVerified: false,
    givenName: null,
    familyName: null,
    picture: null,
    roles: [],
    issuedAt: null,
  }
  return ids.map((teacher_id) => ({
    teacher_id,
    is_administrator: false,
    person: { subject: teacher_id, ...nobody },
  }))
}

/**
 * Dependencies of the API's actions, so that a run can submit documents without an API. `filesFolder` is the
 * worker's.
 */
export async function openDocumentsParts(
  database: Database,
  filesFolder: string,
): Promise<DocumentsDependencies> {
  const queue = await createQueue(database, pino({ level: 'silent' }))
  const { storageQuota } = readConfig({})
  return { database, queue, storage: createFolderStorage(filesFolder), storageQuota }
}

async function inTurns(count: number, task: (nth: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await task(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

const nth = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('Nothing to choose from.')
  return item
}

/** Submits pasted texts of 500 words for the teachers in turn. */
export function submitTexts(
  documentsParts: DocumentsDependencies,
  callers: readonly Caller[],
  count: number,
): Promise<void> {
  return inTurns(count, (i) => submitText(documentsParts, { text: textOf(words, i) }, nth(callers, i)))
}

/** Submits PDFs of five pages with 400 words each for the teachers in turn. */
export async function submitPdfs(
  documentsParts: DocumentsDependencies,
  callers: readonly Caller[],
  count: number,
): Promise<void> {
  await inTurns(count, async (i) => {
    const content = Readable.from([Buffer.from(pdfOf({ pages: 5, words: 400, nth: i }))])
    await uploadDocument(documentsParts, {}, nth(callers, i), [
      await storeFile(documentsParts.storage, `essay-${i}.pdf`, content),
    ])
  })
}
