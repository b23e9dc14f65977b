import { randomUUID } from 'node:crypto'
import { type Deleted, type LtiPlatform, type LtiPlatformInput, type LtiPlatforms, Problem } from '@penmark/contract'
import type { z } from 'zod'
import type { Owner } from '../../http/caller.ts'
import { recordDeed } from '../audit/record-deed.ts'
import { isId } from '../documents/rules.ts'
import { type LtiParts, ltiPaths } from './parts.ts'
import { deletePlatform, insertPlatform, type PlatformRow, selectPlatforms } from './store.ts'

const toPlatform = ({ created_at, ...row }: PlatformRow): LtiPlatform => ({ ...row, created_at: created_at.toISOString() })

export async function listPlatforms({ database, publicUrl }: LtiParts): Promise<LtiPlatforms> {
  const tool = {
    login_url: `${publicUrl}${ltiPaths.login}`,
    launch_url: `${publicUrl}${ltiPaths.launch}`,
    keys_url: `${publicUrl}${ltiPaths.keys}`,
  }
  return { tool, platforms: (await selectPlatforms(database)).map(toPlatform) }
}

export async function addPlatform({ database, egress }: LtiParts, input: LtiPlatformInput, administrator: Owner): Promise<LtiPlatform> {
  const closed = (['auth_url', 'token_url', 'keys_url'] as const).filter((field) => !egress.allows(input[field]))
  if (closed.length > 0) {
    const msg = 'Enter an address on the open internet that begins with https://.'
    throw new Problem('invalid_input', `${closed.join(', ')}: ${msg}`, { fields: closed.map((field) => ({ loc: [field], msg })) })
  }
  return database.transaction(async (connection) => {
    const row = await insertPlatform(connection, { id: randomUUID(), ...input, created_at: new Date() })
    if (!row) throw new Problem('conflict', 'This platform is known already under this client id.')
    await recordDeed(connection, administrator, { deed: 'platform.add', target_id: row.id })
    return toPlatform(row)
  })
}

export async function removePlatform({ database }: LtiParts, id: string, administrator: Owner): Promise<z.infer<typeof Deleted>> {
  await database.transaction(async (connection) => {
    if (!isId(id) || !(await deletePlatform(connection, id)))
      throw new Problem('not_found', 'There is no such platform. It may have been removed.')
    await recordDeed(connection, administrator, { deed: 'platform.remove', target_id: id })
  })
  return { id, deleted: true }
}
