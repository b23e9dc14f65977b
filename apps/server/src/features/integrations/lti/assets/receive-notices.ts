import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { displayName } from '../../../../http/multipart.ts'
import type { Database } from '../../../../services/database/database.ts'
import { sendJob } from '../../../../services/queue/send-job.ts'
import { LtiRefusalError, type PlatformKeys, verifyToken } from '../platforms/verify-token.ts'
import { customNames, ltiClaims, PlatformUser, storableText, submissionNotice } from '../protocol/claims.ts'
import {
  insertNotice,
  type NewAsset,
  selectOptionalNotice,
  selectOptionalProcessor,
  upsertAssets,
} from '../records/asset-store.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import { type PlatformRow, selectPlatformsByIssuer } from '../records/store.ts'

const text = storableText(2_000)
const url = z.url({ protocol: /^https?$/ }).max(2_000)
const Named = z.object({ id: text.min(1) })

const Notice = z.object({
  version: z.literal('1.3.0'),
  deployment_id: text,
  notice: z.object({ id: text.min(1), type: text }),
})
const Submission = z.object({
  custom: z.record(z.string(), z.unknown()).nullish(),
  activity: Named.nullish(),
  submission: Named.nullish(),
  for_user: PlatformUser,
  assetreport: z.object({ report_url: url }),
  assetservice: z.object({
    assets: z
      .array(
        z.object({
          asset_id: text.min(1),
          url,
          sha256_checksum: text.nullish(),
          size: z.int().nonnegative().nullish(),
          content_type: text.nullish(),
          title: text.nullish(),
          filename: text.nullish(),
        }),
      )
      .min(1)
      .max(50),
  }),
})
type Submission = z.infer<typeof Submission>

const Batch = z.object({
  notices: z
    .array(z.object({ jwt: z.string() }))
    .min(1)
    .max(100),
})

/** Canvas notices are valid for an hour, and may have waited in a batch. */
const maxTokenAge = '1h'

/** The platform that the token claims to come from; nothing is trusted before the signature is checked. */
async function platformOf(database: Database, token: string): Promise<PlatformRow> {
  let claimed: ReturnType<typeof decodeJwt>
  try {
    claimed = decodeJwt(token)
  } catch (cause) {
    throw new LtiRefusalError('message', { cause })
  }
  const { iss, aud } = claimed
  const known = iss === undefined ? [] : await selectPlatformsByIssuer(database, iss)
  const found = known.find(({ client_id }) => [aud ?? []].flat().includes(client_id)) ?? known[0]
  if (!found) throw new LtiRefusalError('platform')
  return found
}

function assetsOf(
  submission: Submission,
  processor: { id: string; teacher_id: string },
  now: Date,
): NewAsset[] {
  const { for_user, assetreport, assetservice } = submission
  return assetservice.assets.map((asset) => ({
    id: randomUUID(),
    processor_id: processor.id,
    teacher_id: processor.teacher_id,
    asset_id: asset.asset_id,
    asset_url: asset.url,
    report_url: assetreport.report_url,
    filename: displayName(asset.filename || asset.title || 'Submission'),
    content_type: asset.content_type ?? '',
    size_bytes: asset.size ?? null,
    sha256: asset.sha256_checksum ?? null,
    submission_id: submission.submission?.id ?? null,
    person: for_user,
    next_attempt_at: now,
    created_at: now,
  }))
}

/**
 * Stores one notice. The work is in the table before this ends, so an acknowledged notice is never lost; the
 * same one again changes nothing. Throws `LtiRefusalError`.
 */
async function receiveNotice(
  { database }: LtiDependencies,
  keysOf: PlatformKeys,
  token: string,
): Promise<void> {
  const platform = await platformOf(database, token)
  const payload = await verifyToken(token, platform, keysOf, { requiredClaims: [], maxTokenAge })
  const claims = ltiClaims(payload)
  const { data } = Notice.safeParse(claims)
  if (!data || payload.exp === undefined || typeof payload.nonce !== 'string')
    throw new LtiRefusalError('message')
  if (!platform.deployment_ids.includes(data.deployment_id)) throw new LtiRefusalError('deployment')
  const { nonce, exp } = payload
  const { id: notice_id, type } = data.notice
  await database.transaction(async (connection) => {
    const expires_at = new Date((exp + 120) * 1_000)
    if (!(await insertNotice(connection, { platform_id: platform.id, nonce, notice_id, expires_at }))) {
      if ((await selectOptionalNotice(connection, platform.id, nonce)) !== notice_id)
        throw new LtiRefusalError('nonce')
      return
    }
    // Other types of notices were not subscribed to.
    if (type !== submissionNotice) return
    const { data: submission } = Submission.safeParse(claims)
    if (!submission) throw new LtiRefusalError('message')
    const processorId = z.uuid().safeParse(submission.custom?.[customNames.processor])
    const processor = await selectOptionalProcessor(connection, {
      platform_id: platform.id,
      id: processorId.data ?? null,
      activity_id: submission.activity?.id ?? null,
    })
    if (!processor) throw new LtiRefusalError('processor')
    const ids = await upsertAssets(connection, assetsOf(submission, processor, new Date()))
    for (const id of ids) await sendJob(connection, 'lti-assets', id)
  })
}

/** A refused notice of a batch: its index, from 0, and the reason. */
export interface RefusedNotice {
  notice: number
  reason: string
}

/** Stores a platform's notices. A refused one does not stop the others. */
export async function receiveNotices(
  dependencies: LtiDependencies,
  keysOf: PlatformKeys,
  sent: unknown,
): Promise<RefusedNotice[]> {
  const { data } = Batch.safeParse(sent)
  if (!data) return [{ notice: 0, reason: 'message' }]
  const refused: RefusedNotice[] = []
  for (const [notice, { jwt }] of data.notices.entries()) {
    try {
      await receiveNotice(dependencies, keysOf, jwt)
    } catch (error) {
      if (!(error instanceof LtiRefusalError)) throw error
      dependencies.logger.warn(
        { reason: error.reason, cause: error.cause instanceof Error ? error.cause.name : undefined },
        'A notice was refused',
      )
      refused.push({ notice, reason: error.reason })
    }
  }
  return refused
}
