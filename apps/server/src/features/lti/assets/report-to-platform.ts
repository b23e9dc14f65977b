import { EgressError } from '../../../outside/egress/egress.ts'
import { scopes } from '../claims.ts'
import type { LtiParts } from '../parts.ts'
import { tokenOf } from '../platforms/platform-token.ts'
import type { PlatformRow } from '../store.ts'
import { bodyOf, type Standing } from './asset-report.ts'
import type { AssetRow } from './asset-store.ts'

/** The platform will never take this report: the file or the assignment is gone. */
export class GoneError extends Error {
  override readonly name = 'GoneError'
}

/** Sends the state of a file to the report service of its platform. Throws `GoneError` where it wants nothing more, `EgressError` where it may later. */
export async function sendReport(
  parts: Pick<LtiParts, 'database' | 'egress'>,
  platform: PlatformRow,
  row: AssetRow,
  language: string,
  standing: Standing,
  now: Date,
): Promise<void> {
  const { status } = await parts.egress.send({
    method: 'POST',
    url: row.report_url,
    headers: {
      authorization: `Bearer ${await tokenOf(parts, platform, scopes.reports)}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: await bodyOf(row, standing, language, now),
    withinMs: 10_000,
    maximumBytes: 64 * 1_024,
  })
  // 409 says that the platform has a newer report already.
  if ((status >= 200 && status < 300) || status === 409) return
  if (status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status))
    throw new GoneError(`A platform answered ${status} to a report.`)
  throw new EgressError('unreachable')
}
