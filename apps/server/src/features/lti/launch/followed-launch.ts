import { brand, Problem } from '@penmark/contract'
import type { Database } from '../../../database/database.ts'
import type { Owner } from '../../../http/caller.ts'
import { hashSecret } from '../../../security/secrets.ts'
import { claimLaunch, type LaunchRow, type PlatformRow, selectOptionalPlatform, selectOptionalTeacherOf } from '../store.ts'

interface Followed {
  launch: LaunchRow
  platform: PlatformRow
  /** The owner of the platform account; null when it has none yet. */
  owner: string | null
}

/** The launch of a ticket, claimed for this teacher from now on. 404 when it is another's, or expired. */
export async function followedLaunch(database: Database, ticket: string, { teacher_id }: Owner): Promise<Followed> {
  const launch = await claimLaunch(database, hashSecret(ticket), teacher_id, new Date())
  const platform = launch && (await selectOptionalPlatform(database, launch.platform_id))
  if (!platform) throw new Problem('not_found', `This launch is over. Go back to your course and open ${brand.name} from there again.`)
  return { launch, platform, owner: await selectOptionalTeacherOf(database, launch) }
}
