import { Problem, type StudentLanguage, type WritingRoom } from '@penmark/contract'
import { openRoom, readRoom, sendBatch } from './calls.ts'
import type { OpenedLink } from './opened-link.ts'
import type { LocalStore } from './sync/local-store.ts'
import { keptTexts, recover } from './sync/recover.ts'

/** What an opened link leads to. `unsent` are texts that only this device has, because the server does not take them. */
export type Entered =
  | { kind: 'unknown'; unsent: string[] }
  | { kind: 'pin'; language: StudentLanguage; problem: string | null }
  | { kind: 'room'; session: string; room: WritingRoom; unsent: string[] }

const isUnknown = (error: unknown) => error instanceof Problem && error.code === 'not_found'

/** Opens with the session that came with the link, or that this device has of it; null if there is none or it has ended. */
async function openWithSession(store: LocalStore, { token, session: given }: OpenedLink) {
  const session = given ?? (await store.session(token))
  if (session === null) return null
  if (given !== null) await store.keepSession(token, given)
  try {
    return { session, room: await readRoom(session) }
  } catch (error) {
    if (!isUnknown(error)) throw error
    await store.forgetSession(token)
    return null
  }
}

/**
 * Opens the link of a student, and sends first what an earlier page on this device could not.
 * @throws {Problem} `busy` when the server cannot be reached.
 */
export async function enterRoom(store: LocalStore, link: OpenedLink, pin: string | null): Promise<Entered> {
  const { token } = link
  let entered = await openWithSession(store, link)
  if (entered === null && link.isFromPlatform) return { kind: 'unknown', unsent: await keptTexts(store, token) }
  if (entered === null) {
    try {
      const opened = await openRoom(token, pin)
      if (opened.state === 'pin') return { kind: 'pin', language: opened.language, problem: null }
      entered = opened
      await store.keepSession(token, opened.session)
    } catch (error) {
      if (isUnknown(error)) return { kind: 'unknown', unsent: await keptTexts(store, token) }
      throw error
    }
  }
  const { session, room } = entered
  const before = await store.clients(token)
  const unsent = await recover({ store, token, session, send: sendBatch })
  return { kind: 'room', session, room: before.length > 0 ? await readRoom(session) : room, unsent }
}
