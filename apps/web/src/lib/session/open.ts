import { apiBase, type PublicSettings, teacherRoutes } from '@penmark/contract'
import { readReply } from '../call/call.ts'
import { readFailure, unreachable } from '../call/failure.ts'
import { type ClientParts, SessionClient } from './client.ts'
import { createManager } from './manager.ts'

export type SessionHooks = Pick<ClientParts, 'onFailure' | 'onReturn' | 'onChange'>

/** Does not use `call`, which would wait for a token that waits for this. */
async function readSettings(): Promise<PublicSettings> {
  const { path } = teacherRoutes.readSettings
  const response = await fetch(apiBase + path, { headers: { accept: 'application/json' } }).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  const text = await response.text()
  if (!response.ok) throw readFailure(response.status, response.statusText, text)
  return readReply(teacherRoutes.readSettings, text)
}

/** Fetches the sign-in configuration and resumes or completes the session. Throws when the server does not respond. */
export async function openSession(hooks: SessionHooks): Promise<SessionClient> {
  const { oidc } = await readSettings()
  const client = new SessionClient({ ...createManager(oidc), ...hooks })
  await client.start()
  return client
}
