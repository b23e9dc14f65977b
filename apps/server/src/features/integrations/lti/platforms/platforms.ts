import { randomUUID } from 'node:crypto'
import {
  type Deleted,
  isId,
  type LtiInvitation,
  type LtiPlatform,
  type LtiPlatformInput,
  type LtiPlatforms,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Owner } from '../../../../http/caller.ts'
import { dayMs } from '../../../../lib/durations.ts'
import { hashSecret, newSecret } from '../../../../lib/secrets.ts'
import { invalidFields, problem } from '../../../../locale/problems/problem.ts'
import { recordAction } from '../../../../services/audit/audit.ts'
import { requireLmsAccess } from '../../../accounts/index.ts'
import { type LtiDependencies, ltiPaths } from '../records/dependencies.ts'
import {
  deletePlatform,
  insertInvitation,
  insertPlatform,
  type PlatformRow,
  selectPlatforms,
  updatePlatform,
} from '../records/store.ts'

const invitationMs = dayMs

const toPlatform = ({ created_at, ...row }: PlatformRow): LtiPlatform => ({
  ...row,
  created_at: created_at.toISOString(),
})
const noSuchPlatform = () => problem('not_found', 'platform_unknown')

export async function listPlatforms({ database, publicUrl }: LtiDependencies): Promise<LtiPlatforms> {
  const tool = {
    login_url: `${publicUrl}${ltiPaths.login}`,
    launch_url: `${publicUrl}${ltiPaths.launch}`,
    keys_url: `${publicUrl}${ltiPaths.keys}`,
  }
  return { tool, platforms: (await selectPlatforms(database)).map(toPlatform) }
}

export async function addPlatform(
  dependencies: LtiDependencies,
  input: LtiPlatformInput,
  administrator: Owner,
): Promise<LtiPlatform> {
  const { database, egress } = dependencies
  await requireLmsAccess(dependencies.database, administrator.teacher_id, 'new')
  const refusedFields = (['auth_url', 'token_url', 'keys_url'] as const).filter(
    (field) => !egress.allows(input[field]),
  )
  if (refusedFields.length > 0) {
    throw invalidFields(
      refusedFields.map((field) => [field]),
      'address_not_public',
    )
  }
  return database.transaction(async (connection) => {
    const row = await insertPlatform(connection, { id: randomUUID(), ...input, created_at: new Date() })
    if (!row) throw problem('conflict', 'platform_registered')
    await recordAction(connection, administrator, { action: 'platform.add', target_id: row.id })
    return toPlatform(row)
  })
}

/** Sets which deployments may launch, and clears a recorded refusal. */
export async function changePlatform(
  dependencies: LtiDependencies,
  id: string,
  deployment_ids: string[],
  administrator: Owner,
): Promise<LtiPlatform> {
  const { database } = dependencies
  await requireLmsAccess(dependencies.database, administrator.teacher_id, 'existing')
  return database.transaction(async (connection) => {
    const row = isId(id)
      ? await updatePlatform(connection, id, { deployment_ids, asked_deployment_id: null })
      : null
    if (!row) throw noSuchPlatform()
    await recordAction(connection, administrator, {
      action: 'platform.change',
      target_id: id,
      details: { deployments: deployment_ids.length },
    })
    return toPlatform(row)
  })
}

export async function removePlatform(
  { database }: LtiDependencies,
  id: string,
  administrator: Owner,
): Promise<z.infer<typeof Deleted>> {
  await database.transaction(async (connection) => {
    if (!isId(id) || !(await deletePlatform(connection, id))) throw noSuchPlatform()
    await recordAction(connection, administrator, { action: 'platform.remove', target_id: id })
  })
  return { id, deleted: true }
}

/**
 * A single-use address with which a platform's administrator can register that platform in this
 * administrator's name.
 */
export async function invitePlatform(
  dependencies: LtiDependencies,
  administrator: Owner,
): Promise<LtiInvitation> {
  const { database, publicUrl } = dependencies
  await requireLmsAccess(dependencies.database, administrator.teacher_id, 'new')
  const secret = newSecret()
  const expires_at = new Date(Date.now() + invitationMs)
  const { teacher_id } = administrator
  await database.transaction(async (connection) => {
    await insertInvitation(connection, { secret_hash: hashSecret(secret), teacher_id, expires_at })
    await recordAction(connection, administrator, { action: 'platform.invite', target_id: teacher_id })
  })
  return {
    registration_url: `${publicUrl}${ltiPaths.register}?invitation=${secret}`,
    expires_at: expires_at.toISOString(),
  }
}
