import type { ClassGroup } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { holdStudent } from '../students/read-students.ts'
import { deleteMembership, insertMemberships, type Membership } from './member-store.ts'
import { holdClassGroup, readClassGroup } from './read-class-groups.ts'

async function change(
  database: Database,
  { class_group_id, student_id }: Membership,
  caller: Caller,
  make: (connection: Connection) => Promise<void>,
): Promise<ClassGroup> {
  return database.transaction(async (connection) => {
    await holdClassGroup(connection, caller, class_group_id)
    await holdStudent(connection, caller, student_id)
    await make(connection)
    return readClassGroup(connection, class_group_id, caller)
  })
}

/** Adding a member again changes nothing. */
export function addMember(database: Database, membership: Membership, caller: Caller): Promise<ClassGroup> {
  return change(database, membership, caller, (connection) => insertMemberships(connection, [membership], new Date()))
}

/** Documents written in the class stay in it. Removing again changes nothing. */
export function removeMember(database: Database, membership: Membership, caller: Caller): Promise<ClassGroup> {
  return change(database, membership, caller, (connection) => deleteMembership(connection, membership))
}

/** For students that the caller has just created, into classes the caller has locked. */
export function addNewMembers(connection: Connection, memberships: Membership[], now: Date): Promise<void> {
  return insertMemberships(connection, memberships, now)
}
