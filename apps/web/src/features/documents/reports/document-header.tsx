import type { Document, Report } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import {
  canBeId,
  classAddress,
  studentAddress,
  studentInClassAddress,
} from '../../../lib/addresses/addresses.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { BackTo } from '../../../ui/page-header/page-header.tsx'
import classes from './document-line.module.css'
import { useReportFormat } from './use-report-format.ts'

interface DocumentLineProps {
  document: Document | undefined
  report: Pick<Report, 'words' | 'created_at'> | undefined
}

/** Identifies the document: name, student, length and date. */
export function DocumentLine({ document, report }: DocumentLineProps) {
  const { t } = useTranslation('report')
  const format = useReportFormat()
  const student = document?.student_details
  const group = document?.class_details
  const words = report?.words ?? document?.word_count ?? null
  const time = report?.created_at ?? document?.upload_timestamp
  return (
    <>
      {document && (
        <span className={classes.filename} title={document.original_filename}>
          {readableName(document)}
        </span>
      )}
      <span className={classes.facts}>
        {student && (
          <span>
            {[`${student.first_name} ${student.last_name}`.trim(), student.year_group, group?.class_name]
              .filter((part) => part)
              .join(' · ')}
          </span>
        )}
        {!student && group && <span>{group.class_name}</span>}
        {words !== null && <span>{t('words', { count: words, shown: format.count(words) })}</span>}
        {document?.written_in_class && (
          <span>
            <Badge tone="info">{t('writtenInClass')}</Badge>
          </span>
        )}
        {time && <time dateTime={time}>{format.day(time)}</time>}
      </span>
    </>
  )
}

/** Reserves the space of the line while it loads. */
export function DocumentLinePlaceholder() {
  return <span className={classes.placeholder} aria-hidden="true" />
}

/** Which page a report was opened from; its back link leads there. */
type Origin = 'documents' | 'dashboard' | 'analytics' | 'class' | 'student'

export interface BackLink {
  to: string
  origin: Origin
}

const fallback: BackLink = { to: '/documents', origin: 'documents' }

function readId(search: URLSearchParams, name: string): string | null {
  const id = search.get(name) ?? undefined
  return canBeId(id) ? id : null
}

/** The back link of a report; leads to the documents list when an id is missing or malformed. */
export function backLink(search: URLSearchParams): BackLink {
  const classId = readId(search, 'classId')
  const studentId = readId(search, 'studentId')
  switch (search.get('from') ?? '') {
    case 'dashboard':
      return { to: '/dashboard', origin: 'dashboard' }
    case 'analytics':
      return { to: '/analytics', origin: 'analytics' }
    case 'class':
      return classId ? { to: classAddress(classId), origin: 'class' } : fallback
    case 'students':
      return studentId ? { to: studentAddress(studentId), origin: 'student' } : fallback
    case 'student':
      return classId && studentId ? { to: studentAddress(studentId, classId), origin: 'student' } : fallback
    case 'class-student':
      return classId && studentId
        ? { to: studentInClassAddress(classId, studentId), origin: 'student' }
        : fallback
    default:
      return fallback
  }
}

export function BackAnchor({ to, origin }: BackLink) {
  const { t } = useTranslation('report')
  return <BackTo to={to}>{t(`back.${origin}`)}</BackTo>
}
