import type { Connection } from '../../../database/database.ts'
import { EgressError } from '../../../outside/egress/egress.ts'
import { sendJob } from '../../../outside/queue/send-job.ts'
import { scopes } from '../claims.ts'
import type { LtiDependencies } from '../dependencies.ts'
import { tokenOf } from '../platforms/platform-token.ts'
import type { PlatformRow } from '../store.ts'
import { type AssetState, bodyOf } from './asset-report.ts'
import { type AssetRow, selectIdsOfDocuments } from './asset-store.ts'

/** The platform will never accept this report: the file or the assignment is gone. */
export class GoneError extends Error {
  override readonly name = 'GoneError'
}

/**
 * Sends the state of a file to its platform's report service. Throws `GoneError` where the platform wants no more reports, `EgressError`
 * where it may accept one later.
 */
export async function sendReport(
  dependencies: Pick<LtiDependencies, 'database' | 'egress'>,
  platform: PlatformRow,
  row: AssetRow,
  language: string,
  state: AssetState,
  now: Date,
): Promise<void> {
  const { status } = await dependencies.egress.send({
    method: 'POST',
    url: row.report_url,
    headers: {
      authorization: `Bearer ${await tokenOf(dependencies, platform, scopes.reports)}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: await bodyOf(row, state, language, now),
    withinMs: 10_000,
    maximumBytes: 64 * 1_024,
  })
  // 409 means that the platform already has a newer report.
  if ((status >= 200 && status < 300) || status === 409) return
  if (status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status))
    throw new GoneError(`A platform answered ${status} to a report.`)
  throw new EgressError('unreachable')
}

/** Has the platforms that sent these documents hear how they ended. Call it in the transaction in which they end. */
export async function queueReports(connection: Connection, { document_ids }: { document_ids: string[] }): Promise<void> {
  for (const id of await selectIdsOfDocuments(connection, document_ids)) await sendJob(connection, 'lti-assets', id)
}
