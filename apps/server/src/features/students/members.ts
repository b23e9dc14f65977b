import type { ClassGroup } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { addMemberships, type Membership, removeMembership } from '../class-groups/class-groups.ts'
import { lockClassGroup, readClassGroup } from '../class-groups/read-class-groups.ts'
import { lockStudent } from './students.ts'

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
    removeMembership(connection, membership, new Date()),
  )
}
