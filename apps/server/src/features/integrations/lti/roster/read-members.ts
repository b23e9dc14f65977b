import { oneLine } from '@penmark/contract'
import { z } from 'zod'
import { megabyteBytes } from '../../../../lib/megabytes.ts'
import { EgressError } from '../../../../services/egress/egress.ts'
import { requestToken } from '../platforms/tokens.ts'
import { PlatformUser, scopes } from '../protocol/claims.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import type { PlatformRow } from '../records/store.ts'

const mediaType = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
/** At most this many pages of a course are read; platforms put 50 to 100 people on each. */
const maximumPages = 50

// An email that we cannot use keeps nobody out.
const email = PlatformUser.shape.email.catch(null)
const Member = PlatformUser.extend({ email, status: z.string().optional(), roles: z.array(z.string()) })
export type Member = z.infer<typeof Member>
const Page = z.object({ members: z.array(z.unknown()) })

/** A member whose details we cannot use, as far as they can be read. */
export interface UnreadableMember {
  /** What to call them; null if the platform gave nothing to call them by. */
  label: string | null
  user_id: string | null
}

const label = z
  .union([z.string(), z.number()])
  .transform((value) => oneLine(String(value).toWellFormed().replaceAll('\u0000', '')).slice(0, 100))
  .nullish()
  .catch(null)
const Labels = z.object({ name: label, given_name: label, family_name: label, email: label, user_id: label })

function toUnreadable(member: unknown): UnreadableMember {
  const labels = Labels.safeParse(member).data
  if (!labels) return { label: null, user_id: null }
  const both = [labels.given_name, labels.family_name].filter(Boolean).join(' ')
  const user_id = z.object({ user_id: PlatformUser.shape.user_id }).safeParse(member).data?.user_id ?? null
  return { label: labels.name || both || labels.email || labels.user_id || null, user_id }
}

/** The next page's address, if it has the same origin as the first: the token is sent with it. */
function nextPageUrl(link: string | string[] | undefined, pageUrl: string): string | null {
  const found = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec([link ?? []].flat().join(','))?.[1]
  if (found === undefined || !URL.canParse(found, pageUrl)) return null
  const next = new URL(found, pageUrl)
  return next.origin === new URL(pageUrl).origin ? next.href : null
}

interface Members {
  members: Member[]
  unreadable: UnreadableMember[]
  /** False when pages were left out. */
  isComplete: boolean
}

/**
 * Every member of a course that the platform lists. One that we cannot use is set aside, because it must not
 * keep out a whole class. Throws `EgressError`, or a parse error, if it does not answer properly.
 */
export async function readMembers(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  names_url: string,
): Promise<Members> {
  const token = await requestToken(dependencies, platform, scopes.names)
  const members: Member[] = []
  const unreadable: UnreadableMember[] = []
  let address: string | null = names_url
  for (let page = 0; address !== null && page < maximumPages; page += 1) {
    const { status, headers, body } = await dependencies.egress.send({
      method: 'GET',
      url: address,
      headers: { authorization: `Bearer ${token}`, accept: mediaType },
      timeoutMs: 10_000,
      maximumBytes: 2 * megabyteBytes,
    })
    if (status !== 200) throw new EgressError('unreachable')
    for (const listed of Page.parse(JSON.parse(body.toString('utf8'))).members) {
      const { data: member } = Member.safeParse(listed)
      if (member) members.push(member)
      else unreadable.push(toUnreadable(listed))
    }
    address = nextPageUrl(headers.link, address)
  }
  return { members, unreadable, isComplete: address === null }
}
