import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import {
  type CreatedWritingLinks,
  isId,
  type Problem,
  type WritingStudent,
  type WritingSubmission,
} from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import { hashSecret, newSecret } from '../../../lib/secrets.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Database } from '../../../services/database/database.ts'
import { lockStudents, readStudentName } from '../../classes/index.ts'
import { listTaskStudents, lockTask } from './read-tasks.ts'
import { linkOf, toSubmission } from './rules.ts'
import { replaceLinks, selectOptionalSubmissionOf, updateRevoked } from './store.ts'

interface LinkDependencies {
  database: Database
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

function noSuchStudentOfTask(): Problem {
  return problem('not_found', 'student_left_class')
}

/**
 * Null chooses every student who was never given a link. A revoked link is only replaced for a named student.
 */
function chosenStudents(students: WritingStudent[], student_ids: string[] | null): WritingStudent[] {
  if (student_ids === null) return students.filter(({ link }) => link === null)
  const byId = new Map(students.map((student) => [student.student_id, student]))
  return [...new Set(student_ids)].map((id) => {
    const student = byId.get(id)
    if (!student) throw noSuchStudentOfTask()
    return student
  })
}

/** Creates links; each replaces its student's earlier one. Only this reply contains their addresses. */
export function createLinks(
  { database, publicUrl }: LinkDependencies,
  { id, student_ids }: { id: string; student_ids: string[] | null },
  caller: Caller,
): Promise<CreatedWritingLinks> {
  return database.transaction(async (connection) => {
    const task = await lockTask(connection, id, caller)
    const students = chosenStudents(await listTaskStudents(connection, task, caller), student_ids)
    if (students.length === 0) return { links: [] }
    // A student who is deleted at this moment gets no link.
    const existing = await lockStudents(
      connection,
      caller,
      students.map(({ student_id }) => student_id),
    )
    const created = students
      .filter(({ student_id }) => existing.has(student_id))
      .map(({ student_id, student_name, link }) => ({
        id: randomUUID(),
        student_id,
        student_name,
        secret: newSecret(),
        isReplaced: link !== null,
      }))
    const rows = created.map(({ secret, ...link }) => ({
      id: link.id,
      student_id: link.student_id,
      link_hash: hashSecret(secret),
    }))
    await replaceLinks(connection, task, rows, new Date())
    const { teacher_id } = task
    const replaced = created.filter(({ isReplaced }) => isReplaced).length
    await recordAction(connection, caller, {
      action: 'writing-link.create',
      target_id: id,
      teacher_id,
      details: { links: created.length, replaced },
    })
    return {
      links: created.map(({ student_id, student_name, secret }) => ({
        student_id,
        student_name,
        url: linkOf(publicUrl, secret),
      })),
    }
  })
}

/**
 * Ends a student's access on every device, by link or learning platform. What was written stays. Revoking
 * again is no error.
 */
export function revokeLink(
  { database }: Pick<LinkDependencies, 'database'>,
  { id, student_id }: { id: string; student_id: string },
  caller: Caller,
): Promise<WritingSubmission> {
  return database.transaction(async (connection) => {
    const { teacher_id } = await lockTask(connection, id, caller)
    const row = isId(student_id) ? await selectOptionalSubmissionOf(connection, id, student_id) : null
    if (row === null) throw noSuchStudentOfTask()
    const now = new Date()
    if (row.link_revoked_at === null) {
      await updateRevoked(connection, row.id, now)
      await recordAction(connection, caller, { action: 'writing-link.revoke', target_id: id, teacher_id })
    }
    const link_revoked_at = row.link_revoked_at ?? now
    return toSubmission({ ...row, link_revoked_at }, await readStudentName(connection, student_id))
  })
}

// Four digits can be guessed at any cost; the limit on attempts is what protects a link.
const hashOptions = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

/** The stored form of a task's PIN. */
export function hashPin(pin: string): Promise<string> {
  return hash(pin, hashOptions)
}

export function verifyPin(pin_hash: string, pin: string): Promise<boolean> {
  return verify(pin_hash, pin)
}
