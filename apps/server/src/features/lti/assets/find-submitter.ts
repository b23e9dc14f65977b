import type { Caller } from '../../../http/caller.ts'
import { addMember } from '../../class-groups/class-groups.ts'
import type { Submitter } from '../claims.ts'
import type { LtiDependencies } from '../dependencies.ts'
import { putInClass } from '../roster/add-students.ts'
import { admitPerson } from '../roster/admit-person.ts'
import type { PlatformRow } from '../store.ts'
import type { ProcessorRow } from './asset-store.ts'

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
