import type { Document } from '@penmark/contract'
import type { TFunction } from 'i18next'
import { className, studentName } from '../../lib/names/names.ts'
import classes from './documents.module.css'

type Assigned = Pick<Document, 'student_id' | 'student_details' | 'class_details'>

/** Student and class in one line of words, to sort and to search by; empty where assigned to nobody. */
export function assignedWords({ student_details, class_details }: Assigned): string {
  const student = student_details ? `${student_details.last_name} ${student_details.first_name} ${student_details.last_name}` : ''
  return `${student} ${class_details ? className(class_details) : ''}`.trim().toLocaleLowerCase()
}

/** Whom a document is assigned to: the student, and beneath it the class. */
export function AssignedTo({ document, t }: { document: Assigned; t: TFunction<'documents'> }) {
  const { student_id, student_details: student, class_details: group } = document
  const name = student ? studentName(student) : student_id === null ? null : t('assigned.unknown')
  if (name === null && !group) return <span className={classes.soft}>–</span>
  return (
    <span className={classes.assigned}>
      {name && (
        <span className={classes.oneLine} title={name}>
          {name}
        </span>
      )}
      {group && (
        <span className={name ? classes.assignedClass : classes.oneLine} title={className(group)}>
          {className(group)}
        </span>
      )}
    </span>
  )
}
