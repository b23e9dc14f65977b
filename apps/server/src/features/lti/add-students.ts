import { type LtiStudentsAdded, Problem } from '@penmark/contract'
import { z } from 'zod'
import type { Caller } from '../../http/caller.ts'
import { EgressError } from '../../outside/egress/egress.ts'
import { readClassGroup } from '../class-groups/read-class-groups.ts'
import { isId } from '../documents/rules.ts'
import { uploadStudents } from '../students/upload-students.ts'
import type { LtiParts } from './parts.ts'
import { tokenOf } from './platform-token.ts'
import { type PlatformRow, selectOptionalCourseOf, selectOptionalPlatform } from './store.ts'

const scope = 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly'
const mediaType = 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json'
const learner = /(^|#)Learner$/
/** Pages of a course that are read at most; platforms put 50 to 100 people on each. */
const mostPages = 50

const text = z.string().max(500).nullish()
const Member = z.object({
  user_id: z.string().max(500),
  status: z.string().optional(),
  roles: z.array(z.string()),
  given_name: text,
  family_name: text,
  name: text,
  email: text,
})
type Member = z.infer<typeof Member>
const Page = z.object({ members: z.array(Member) })

/** The address of the next page, as long as it lies where the first one does: the token goes with it. */
function nextOf(link: string | string[] | undefined, here: string): string | null {
  const found = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec([link ?? []].flat().join(','))?.[1]
  if (found === undefined || !URL.canParse(found, here)) return null
  const next = new URL(found, here)
  return next.origin === new URL(here).origin ? next.href : null
}

/** Everybody of a course whom the platform names. Throws `EgressError`, or a fault of reading, where it does not answer as it should. */
async function readMembers(parts: LtiParts, platform: PlatformRow, names_url: string): Promise<Member[]> {
  const token = await tokenOf(parts, platform, scope)
  const members: Member[] = []
  let address: string | null = names_url
  for (let page = 0; address !== null && page < mostPages; page += 1) {
    const { status, headers, body } = await parts.egress.send({
      method: 'GET',
      url: address,
      headers: { authorization: `Bearer ${token}`, accept: mediaType },
      withinMs: 10_000,
      maximumBytes: 2 * 1_024 * 1_024,
    })
    if (status !== 200) throw new EgressError('unreachable')
    members.push(...Page.parse(JSON.parse(body.toString('utf8'))).members)
    address = nextOf(headers.link, address)
  }
  return members
}

function toRow({ user_id, given_name, family_name, name, email }: Member, className: string) {
  const words = (name ?? '').trim().split(/\s+/)
  return {
    FirstName: given_name?.trim() || words.slice(0, -1).join(' '),
    LastName: family_name?.trim() || (words.at(-1) ?? ''),
    ...(email && z.email().safeParse(email).success ? { EmailAddress: email } : {}),
    ExternalID: user_id,
    AssignToClass: className,
  }
}

/** Adds the learners of the course that a class came from; whom the teacher has already, by the platform's id, is left as they are. */
export async function addStudents(parts: LtiParts, id: string, caller: Caller): Promise<LtiStudentsAdded> {
  const { database, logger } = parts
  const course = isId(id) ? await selectOptionalCourseOf(database, caller.teacher_id, id) : null
  if (!course) throw new Problem('not_found', 'This class came from no course of a learning platform.')
  const platform = await selectOptionalPlatform(database, course.platform_id)
  if (!platform || course.names_url === null)
    throw new Problem('conflict', 'The platform does not name the students of this course. Its administrator can allow that.')
  const members = await readMembers(parts, platform, course.names_url).catch((cause: unknown) => {
    logger.warn({ reason: cause instanceof Error ? cause.name : 'unknown' }, 'A platform did not name the people of a course')
    throw new Problem('busy', 'The platform did not answer as it should. Nothing was changed. Try again in a moment.', { cause })
  })
  const { class_name } = await readClassGroup(database, id, caller)
  const learners = members.filter(({ status = 'Active', roles }) => status === 'Active' && roles.some((role) => learner.test(role)))
  if (learners.length === 0) return { added: 0, left_out: 0 }
  const { results } = await uploadStudents(
    database,
    learners.map((member) => toRow(member, class_name)),
    caller,
  )
  const added = results.filter(({ status }) => status === 'success').length
  return { added, left_out: learners.length - added }
}
