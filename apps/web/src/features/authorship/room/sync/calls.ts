import { apiBase, type WritingBatchInput, writingRoomRoutes } from '@penmark/contract'
import { postPublic } from '../../../../lib/call/call.ts'

export const openRoom = (token: string, pin: string | null) =>
  postPublic(writingRoomRoutes.openWritingRoom, { token, pin })
export const readRoom = (session: string) => postPublic(writingRoomRoutes.readWritingRoom, { session })
export const acceptRecord = (session: string) =>
  postPublic(writingRoomRoutes.acceptWritingRecord, { session })
export const sendBatch = (batch: WritingBatchInput) => postPublic(writingRoomRoutes.sendWritingBatch, batch)
export const handIn = (session: string, version: number) =>
  postPublic(writingRoomRoutes.handInWriting, { session, version })
export const takeBack = (session: string) => postPublic(writingRoomRoutes.takeBackWriting, { session })
export const readRecord = (session: string, offset: number) =>
  postPublic(writingRoomRoutes.readOwnWritingRecord, { session, offset })

/** Sends a batch while the page closes; nobody reads the answer. */
export function sendLastBatch(batch: WritingBatchInput): void {
  const body = new Blob([JSON.stringify(batch)], { type: 'application/json' })
  navigator.sendBeacon(apiBase + writingRoomRoutes.sendWritingBatch.path, body)
}
