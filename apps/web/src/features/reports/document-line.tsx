import type { Document, Report } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge/badge.tsx'
import classes from './document-line.module.css'
import { useFigures } from './use-figures.ts'

interface DocumentLineProps {
  document: Document | undefined
  report: Pick<Report, 'words' | 'created_at'> | undefined
}

/** Identifies the document: name, student, length and date. */
export function DocumentLine({ document, report }: DocumentLineProps) {
  const { t } = useTranslation('report')
  const figures = useFigures()
  const student = document?.student_details
  const group = document?.class_details
  const words = report?.words ?? document?.word_count ?? null
  const time = report?.created_at ?? document?.upload_timestamp
  return (
    <>
      {document && <span className={classes.filename}>{document.original_filename}</span>}
      <span className={classes.facts}>
        {student && (
          <span>
            {[`${student.first_name} ${student.last_name}`.trim(), student.year_group, group?.class_name]
              .filter((part) => part)
              .join(' · ')}
          </span>
        )}
        {!student && group && <span>{group.class_name}</span>}
        {words !== null && <span>{t('words', { count: words, shown: figures.count(words) })}</span>}
        {document?.written_in_class && (
          <span>
            <Badge tone="info">{t('writtenInClass')}</Badge>
          </span>
        )}
        {time && <time dateTime={time}>{figures.day(time)}</time>}
      </span>
    </>
  )
}

/** Reserves the space of the line while it loads. */
export function DocumentLinePlaceholder() {
  return <span className={classes.place} aria-hidden="true" />
}
