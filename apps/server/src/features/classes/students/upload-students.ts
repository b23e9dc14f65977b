import { randomUUID } from 'node:crypto'
import { oneLine, type StudentRow as SentRow, StudentInput, type StudentsUploaded } from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import type { Locale } from '../../../locale/locale.ts'
import { fieldReason } from '../../../locale/problems/field-reason.ts'
import { sentenceOf } from '../../../locale/problems/reason.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { addMemberships } from '../class-groups/class-groups.ts'
import { lockClassGroupsByName } from '../class-groups/read-class-groups.ts'
import { insertStudents, type StudentFields } from './store.ts'

type Result = StudentsUploaded['results'][number]
type ClassNames = Awaited<ReturnType<typeof lockClassGroupsByName>>

interface ParsedRow {
  row_number: number
  student_name: string
  /** As in the file; empty for none. */
  className: string
  /** Null when the row is invalid: `faults` says why. */
  student: (StudentFields & { id: string }) | null
  faults: string[]
}

function readRow(sent: SentRow, index: number, locale?: Locale): ParsedRow {
  const input = {
    first_name: sent.FirstName ?? '',
    last_name: sent.LastName ?? '',
    email: sent.EmailAddress,
    external_student_id: sent.ExternalID,
    descriptor: sent.Descriptor,
  }
  const { data, error } = StudentInput.safeParse(input)
  return {
    row_number: index + 1,
    student_name: oneLine(`${sent.FirstName ?? ''} ${sent.LastName ?? ''}`),
    className: oneLine(sent.AssignToClass ?? ''),
    student: data ? { id: randomUUID(), ...data } : null,
    faults: error?.issues.map((issue) => sentenceOf(fieldReason(issue, input), locale)) ?? [],
  }
}

function resultOf(
  { row_number, student_name, className, student, faults }: ParsedRow,
  added: Set<string>,
  classes: ClassNames,
): Result {
  const failed = (message: string): Result => ({
    row_number,
    student_name,
    status: 'failed',
    class_name_processed: null,
    message,
  })
  if (student === null) return failed(faults.join(' '))
  if (!added.has(student.id)) {
    return failed(
      `The external ID ${student.external_student_id ?? ''} belongs to another student of yours, or stands twice in the list.`,
    )
  }
  const classGroup = classes.get(className.toLowerCase())
  const message = classGroup
    ? `Added to ${classGroup.class_name}.`
    : className === ''
      ? 'Added.'
      : `Added, but to no class: you have no class called ${className}.`
  return {
    row_number,
    student_name,
    status: 'success',
    class_name_processed: classGroup?.class_name ?? null,
    message,
  }
}

async function addRows(connection: Connection, rows: ParsedRow[], caller: Caller): Promise<Result[]> {
  const now = new Date()
  const names = [...new Set(rows.map(({ className }) => className.toLowerCase()))].filter(
    (name) => name !== '',
  )
  const classes = await lockClassGroupsByName(connection, caller, names)
  const validStudents = rows.flatMap(({ student }) => (student === null ? [] : [student]))
  const added = await insertStudents(connection, caller.teacher_id, validStudents, now)
  const memberships = rows.flatMap(({ student, className }) => {
    const classGroup = classes.get(className.toLowerCase())
    return student !== null && classGroup && added.has(student.id)
      ? [{ class_group_id: classGroup.id, student_id: student.id }]
      : []
  })
  await addMemberships(connection, memberships, now)
  return rows.map((row) => resultOf(row, added, classes))
}

/**
 * Adds every student with a valid row in one transaction, and returns the result of each row. It never
 * creates classes.
 */
export async function uploadStudents(
  database: Database,
  sent: SentRow[],
  caller: Caller,
): Promise<StudentsUploaded> {
  const rows = sent.map((row, index) => readRow(row, index, caller.locale))
  const results = await database.transaction((connection) => addRows(connection, rows, caller))
  const succeeded = results.filter(({ status }) => status === 'success').length
  return {
    results,
    summary: {
      total_processed: results.length,
      total_succeeded: succeeded,
      total_failed: results.length - succeeded,
    },
  }
}
