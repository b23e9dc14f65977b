import { writingRoomRoutes as routes, writingLimits } from '@penmark/contract'
import type { Binder } from '../../../../http/bind.ts'
import { readRecordPage } from '../record/read-record.ts'
import { createCurrentTexts } from './current-text.ts'
import { acceptRecord, handIn, takeBack } from './hand-in.ts'
import type { RoomDependencies } from './read-room.ts'
import { readRoom } from './read-room.ts'
import { createBatchWriter } from './send-batch.ts'
import { openRoom, requireSession } from './sessions.ts'

/** The limit counts characters of the JSON, already escaped, and each takes at most three bytes in UTF-8. */
const batchBytes = 3 * writingLimits.batchCharacters

export function bindWritingRoom({ bindPublic }: Binder, base: Omit<RoomDependencies, 'texts'>): void {
  const dependencies: RoomDependencies = { ...base, texts: createCurrentTexts(base.encryption) }
  const { database, encryption } = dependencies
  const sendBatch = createBatchWriter(dependencies)
  const bySession = { ownerOf: ({ session }: { session: string }) => session }
  const readOwn = async ({ session, offset }: { session: string; offset: number }) => {
    const { submission } = await requireSession(dependencies, session)
    return readRecordPage(database, encryption, submission, offset)
  }
  bindPublic(routes.openWritingRoom, (link, { network }) => openRoom(dependencies, link, network), {
    ownerOf: ({ token }) => token,
  })
  bindPublic(
    routes.readWritingRoom,
    async ({ session }) => readRoom(dependencies, await requireSession(dependencies, session)),
    bySession,
  )
  bindPublic(routes.acceptWritingRecord, ({ session }) => acceptRecord(dependencies, session), bySession)
  bindPublic(routes.sendWritingBatch, (batch) => sendBatch(batch), { ...bySession, bodyBytes: batchBytes })
  bindPublic(routes.readOwnWritingRecord, readOwn, bySession)
  bindPublic(routes.handInWriting, (handedIn) => handIn(dependencies, handedIn), bySession)
  bindPublic(routes.takeBackWriting, ({ session }) => takeBack(dependencies, session), bySession)
}
