import { z } from 'zod'
import { EgressError } from '../../../outside/egress/egress.ts'
import { PlatformUser, scopes } from '../claims.ts'
import type { LtiDependencies } from '../dependencies.ts'
import { requestToken } from '../platforms/tokens.ts'
import type { PlatformRow } from '../store.ts'

const mediaType = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
/** At most this many pages of a course are read; platforms put 50 to 100 people on each. */
const maximumPages = 50

const Member = PlatformUser.extend({ status: z.string().optional(), roles: z.array(z.string()) })
export type Member = z.infer<typeof Member>
const Page = z.object({ members: z.array(Member) })

/** The next page's address, if it has the same origin as the first: the token is sent with it. */
function nextPageUrl(link: string | string[] | undefined, pageUrl: string): string | null {
  const found = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec([link ?? []].flat().join(','))?.[1]
  if (found === undefined || !URL.canParse(found, pageUrl)) return null
  const next = new URL(found, pageUrl)
  return next.origin === new URL(pageUrl).origin ? next.href : null
}

/**
 * Every member of a course that the platform lists; `isComplete` is false when pages were left out. Throws `EgressError`, or a parse error,
 * if it does not answer properly.
 */
export async function readMembers(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  names_url: string,
): Promise<{ members: Member[]; isComplete: boolean }> {
  const token = await requestToken(dependencies, platform, scopes.names)
  const members: Member[] = []
  let address: string | null = names_url
  for (let page = 0; address !== null && page < maximumPages; page += 1) {
    const { status, headers, body } = await dependencies.egress.send({
      method: 'GET',
      url: address,
      headers: { authorization: `Bearer ${token}`, accept: mediaType },
      timeoutMs: 10_000,
      maximumBytes: 2 * 1_024 * 1_024,
    })
    if (status !== 200) throw new EgressError('unreachable')
    members.push(...Page.parse(JSON.parse(body.toString('utf8'))).members)
    address = nextPageUrl(headers.link, address)
  }
  return { members, isComplete: address === null }
}
