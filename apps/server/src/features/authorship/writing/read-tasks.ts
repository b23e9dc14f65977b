import {
  isId,
  type Problem,
  type WritingStudent,
  type WritingTask,
  type WritingTaskFilter,
  type WritingTaskView,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Caller, Owner } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection } from '../../../services/database/database.ts'
import { fullName, listStudents, readClassGroupNames, readStudentNames } from '../../classes/index.ts'
import { toSubmission, toTask, toUnlinked } from './rules.ts'
import {
  type CountedTask,
  deleteSubmissions,
  selectOptionalTask,
  selectOptionalTaskForUpdate,
  selectSubmissions,
  selectTasks,
  type WritingTaskRow,
} from './store.ts'

function noSuchTask(): Problem {
  return problem('not_found', 'task_unknown')
}

async function withClassNames(connection: Connection, rows: CountedTask[]): Promise<WritingTask[]> {
  const names = await readClassGroupNames(connection, [
    ...new Set(rows.flatMap(({ class_group_id }) => class_group_id ?? [])),
  ])
  return rows.map((row) =>
    toTask(row, row.class_group_id === null ? null : (names.get(row.class_group_id)?.class_name ?? null)),
  )
}

export async function listTasks(
  connection: Connection,
  {
    class_group_id,
    open,
    offset,
    limit,
  }: z.output<typeof WritingTaskFilter> & { offset: number; limit: number },
  { teacher_id }: Owner,
): Promise<WritingTask[]> {
  // Nothing is about an invalid id.
  if (class_group_id !== undefined && !isId(class_group_id)) return []
  const openAt = open === true ? new Date() : undefined
  return withClassNames(
    connection,
    await selectTasks(connection, { teacher_id, class_group_id, openAt }, { offset, limit }),
  )
}

/** The caller's own task; another teacher's answers 404. */
export async function readTask(
  connection: Connection,
  id: string,
  { teacher_id }: Owner,
): Promise<WritingTask> {
  const row = isId(id) ? await selectOptionalTask(connection, teacher_id, id) : null
  const [task] = row === null ? [] : await withClassNames(connection, [row])
  if (!task) throw noSuchTask()
  return task
}

/** Locks the caller's own task until the transaction ends. */
export async function lockTask(
  connection: Connection,
  id: string,
  { teacher_id }: Owner,
): Promise<WritingTaskRow> {
  const row = isId(id) ? await selectOptionalTaskForUpdate(connection, teacher_id, id) : null
  if (!row) throw noSuchTask()
  return row
}

/** Students of the class by last name, then those who left it and have a text or a link. */
export async function listTaskStudents(
  connection: Connection,
  { id, class_group_id }: Pick<WritingTask, 'id' | 'class_group_id'>,
  caller: Caller,
): Promise<WritingStudent[]> {
  const members =
    class_group_id === null
      ? []
      : await listStudents(connection, { class_group_id, sort: 'last_name', order: 'asc', offset: 0 }, caller)
  const bySubmission = new Map((await selectSubmissions(connection, id)).map((row) => [row.student_id, row]))
  const lines = members.map((student) => {
    const row = bySubmission.get(student.id)
    bySubmission.delete(student.id)
    return row ? toSubmission(row, fullName(student)) : toUnlinked(id, student.id, fullName(student))
  })
  const names = await readStudentNames(connection, [...bySubmission.keys()])
  const others = [...bySubmission.values()].map((row) => {
    const student = names.get(row.student_id)
    return toSubmission(row, student ? fullName(student) : '')
  })
  return [...lines, ...others.toSorted((a, b) => a.student_name.localeCompare(b.student_name))]
}

export async function readTaskView(
  connection: Connection,
  id: string,
  caller: Caller,
): Promise<WritingTaskView> {
  const task = await readTask(connection, id, caller)
  return { task, students: await listTaskStudents(connection, task, caller) }
}

/**
 * Erases texts with their links and records, when their retention ends. Documents that were handed in are not
 * touched.
 */
export function eraseTexts(connection: Connection, ids: string[]): Promise<void> {
  return deleteSubmissions(connection, ids)
}
