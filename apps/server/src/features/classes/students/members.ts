import type { ClassGroup } from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { addMemberships, type Membership, removeMemberships } from '../class-groups/class-groups.ts'
import { lockClassGroup, readClassGroup } from '../class-groups/read-class-groups.ts'
import { lockStudent, lockStudents } from './students.ts'

async function changeMembership(
  database: Database,
  { class_group_id, student_id }: Membership,
  caller: Caller,
  change: (connection: Connection) => Promise<void>,
): Promise<ClassGroup> {
  return database.transaction(async (connection) => {
    await lockClassGroup(connection, caller, class_group_id)
    await lockStudent(connection, caller, student_id)
    await change(connection)
    return readClassGroup(connection, class_group_id, caller)
  })
}

/** Adding a student again changes nothing. */
export function addMember(database: Database, membership: Membership, caller: Caller): Promise<ClassGroup> {
  return changeMembership(database, membership, caller, (connection) =>
    addMemberships(connection, [membership], new Date()),
  )
}

/** Documents written in the class stay in it. Removing again changes nothing. */
export function removeMember(
  database: Database,
  membership: Membership,
  caller: Caller,
): Promise<ClassGroup> {
  return changeMembership(database, membership, caller, (connection) =>
    removeMemberships(connection, [membership], new Date()),
  )
}

/**
 * Changes the memberships of many students in one transaction: one for each would take minutes for a large
 * course. Students who are gone are left out.
 */
async function changeMembers(
  database: Database,
  { class_group_id, student_ids }: { class_group_id: string; student_ids: string[] },
  caller: Caller,
  change: (connection: Connection, memberships: Membership[]) => Promise<void>,
): Promise<void> {
  if (student_ids.length === 0) return
  await database.transaction(async (connection) => {
    await lockClassGroup(connection, caller, class_group_id)
    const found = await lockStudents(connection, caller, student_ids)
    await change(
      connection,
      [...found].map((student_id) => ({ class_group_id, student_id })),
    )
  })
}

/** Like `addMember`, for many students. */
export function addMembers(
  database: Database,
  members: { class_group_id: string; student_ids: string[] },
  caller: Caller,
): Promise<void> {
  return changeMembers(database, members, caller, (connection, memberships) =>
    addMemberships(connection, memberships, new Date()),
  )
}

/** Like `removeMember`, for many students. */
export function removeMembers(
  database: Database,
  members: { class_group_id: string; student_ids: string[] },
  caller: Caller,
): Promise<void> {
  return changeMembers(database, members, caller, (connection, memberships) =>
    removeMemberships(connection, memberships, new Date()),
  )
}
