import type { Caller } from '../../../http/caller.ts'
import { addMember } from '../../class-groups/class-groups.ts'
import type { ProcessorRow } from '../assets/asset-store.ts'
import type { Submitter } from '../claims.ts'
import type { LtiDependencies } from '../dependencies.ts'
import type { PlatformRow } from '../store.ts'
import { putInClass } from './add-students.ts'
import { readMembers } from './read-members.ts'
import { admitStudents, recogniseStudents } from './recognise-students.ts'

const isNamed = ({ given_name, family_name, name }: Submitter) => Boolean(name?.trim() || (given_name?.trim() && family_name?.trim()))

/** The person with a name: as given, else from the platform's list of course members; null where it gives none. */
async function namedPerson(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  names_url: string | null,
  person: Submitter,
): Promise<Submitter | null> {
  if (isNamed(person)) return person
  if (names_url === null) return null
  const { members } = await readMembers(dependencies, platform, names_url).catch((cause: unknown) => {
    // Without a name nobody is added; what follows from that is up to the caller.
    dependencies.logger.warn({ reason: cause instanceof Error ? cause.name : 'unknown' }, 'A platform did not name a student of a course')
    return { members: [] }
  })
  const found = members.find(({ user_id }) => user_id === person.user_id)
  return found && isNamed(found) ? found : null
}

/** The teacher's student who is this person, created where new. Null where they have no name, or another student has their id. */
export async function admitPerson(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  { person, names_url }: { person: Submitter; names_url: string | null },
  caller: Caller,
): Promise<string | null> {
  const { database } = dependencies
  const known = await recogniseStudents(database, platform.id, [person], caller)
  const named = known.size === 0 ? await namedPerson(dependencies, platform, names_url, person) : null
  const students = named === null ? known : await admitStudents(database, platform.id, [named], caller)
  return students.get(person.user_id) ?? null
}

/**
 * The teacher's student who submitted a file, created where new and added to the assignment's class. Null where they have no name, or
 * another student has their id: then the teacher assigns the text.
 */
export async function findSubmitter(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  processor: ProcessorRow,
  person: Submitter,
  caller: Caller,
): Promise<string | null> {
  const { database } = dependencies
  const { class_group_id, names_url } = processor
  const student_id = await admitPerson(dependencies, platform, { person, names_url }, caller)
  if (student_id !== null && class_group_id !== null) {
    await putInClass(database, class_group_id, [student_id], caller)
    // Someone who submits work for the class belongs to it again, even after being removed by hand.
    await addMember(database, { class_group_id, student_id }, caller)
  }
  return student_id
}
