import type { Caller } from '../../http/caller.ts'
import { addMember } from '../class-groups/change-members.ts'
import { readClassGroup } from '../class-groups/read-class-groups.ts'
import { findStudentByExternalId } from '../students/read-students.ts'
import { uploadStudents } from '../students/upload-students.ts'
import type { ProcessorRow } from './asset-store.ts'
import type { Submitter } from './claims.ts'
import { insertMembers } from './member-store.ts'
import type { LtiParts } from './parts.ts'
import { readMembers, toStudentRow } from './read-members.ts'
import type { PlatformRow } from './store.ts'

const isNamed = ({ given_name, family_name, name }: Submitter) => Boolean(name?.trim() || (given_name?.trim() && family_name?.trim()))

/** The person with a name: as the notice has it, else as the platform names the people of the course; null where it names them nowhere. */
async function namedPerson(
  parts: LtiParts,
  platform: PlatformRow,
  { names_url }: ProcessorRow,
  person: Submitter,
): Promise<Submitter | null> {
  if (isNamed(person)) return person
  if (names_url === null) return null
  const { members } = await readMembers(parts, platform, names_url).catch((cause: unknown) => {
    // The text is what was asked for; who wrote it the teacher can say.
    parts.logger.warn({ reason: cause instanceof Error ? cause.name : 'unknown' }, 'A platform did not name who handed something in')
    return { members: [] }
  })
  const found = members.find(({ user_id }) => user_id === person.user_id)
  return found && isNamed(found) ? found : null
}

/** The teacher's student who handed a file in, in the class of the assignment; made where they are new here, null where they have no name. */
export async function findSubmitter(
  parts: LtiParts,
  platform: PlatformRow,
  processor: ProcessorRow,
  person: Submitter,
  caller: Caller,
): Promise<string | null> {
  const { database } = parts
  const { class_group_id } = processor
  const known = await findStudentByExternalId(database, person.user_id, caller)
  if (known !== null) {
    if (class_group_id !== null) await addMember(database, { class_group_id, student_id: known }, caller)
    return known
  }
  const named = await namedPerson(parts, platform, processor, person)
  if (named === null) return null
  const className = class_group_id === null ? '' : (await readClassGroup(database, class_group_id, caller)).class_name
  await uploadStudents(database, [toStudentRow(named, className)], caller)
  const added = await findStudentByExternalId(database, person.user_id, caller)
  if (added !== null && class_group_id !== null) await insertMembers(database, class_group_id, [person.user_id], caller.teacher_id)
  return added
}
