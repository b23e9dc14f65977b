import { UnstyledButton } from '@mantine/core'
import { type Document, readScore, scoreColour } from '@penmark/contract'
import { findingChipOf, readableName } from '@penmark/wording'
import type { i18n, TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { reportAddress } from '../../../lib/addresses/addresses.ts'
import {
  className,
  formatNumber,
  formatScore,
  formatTime,
  formatWholeShare,
  studentName,
} from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { FindingChip } from '../../../ui/finding/finding-chip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import textClasses from '../../../ui/theme/text.module.css'
import type { ReprocessMark } from '../actions/document-changes.ts'
import classes from '../documents.module.css'
import { canView, isInProgress, toneOf } from '../status.ts'

/** Translation for the cells of a table of documents. */
interface Translation {
  t: TFunction<'documents'>
  i18n: i18n
}

/** Below this screen width, in em, a row takes two lines. */
export const tableWidths = { narrowBelow: 75 }

/** For “Completed” in one line; longer statuses take two. */
export const statusWidth = '6.75rem'

/** The columns shared by tables of documents. The name takes the remaining width. */
export const documentColumns = {
  /** `origin` as in `reportAddress`. */
  name: ({ t }: Pick<Translation, 't'>, header: string, origin?: string): Column<Document> => ({
    id: 'original_filename',
    header,
    accessorFn: ({ original_filename }) => original_filename.toLocaleLowerCase(),
    cell: (row) => <DocumentName document={row} t={t} origin={origin} />,
  }),
  /** `growth` is its width between the smallest and the largest screens. */
  uploaded: ({ i18n }: Translation, header: string, growth = '40vw - 25.5rem'): Column<Document> => ({
    id: 'upload_timestamp',
    header,
    accessorKey: 'upload_timestamp',
    cell: (row) => <span className={classes.time}>{formatTime(i18n, row.upload_timestamp)}</span>,
    // Two lines on a small screen; never cut off.
    meta: { width: `clamp(6.5rem, ${growth}, 10.25rem)` },
  }),
  assigned: ({ t }: Translation): Column<Document> => ({
    id: 'student',
    header: t('column.assigned'),
    accessorFn: assigneeText,
    cell: (row) => <AssignedTo document={row} t={t} />,
    meta: { width: 'clamp(7rem, 20vw - 9rem, 9rem)' },
  }),
  finding: (translation: Translation): Column<Document> => ({
    id: 'finding',
    header: translation.t('column.finding'),
    accessorFn: ({ finding }) => finding ?? '',
    enableSorting: false,
    cell: (row) => <Finding document={row} {...translation} />,
    meta: { width: 'clamp(8.75rem, 30vw - 15rem, 11rem)' },
  }),
  score: ({ t, i18n }: Translation): Column<Document> => ({
    id: 'score',
    header: t('column.score'),
    accessorFn: (document) => readScore(document) ?? -1,
    cell: (row) => <Score document={row} i18n={i18n} />,
    meta: { width: '5.5rem' },
  }),
  words: ({ t, i18n }: Translation): Column<Document> => ({
    id: 'word_count',
    header: t('column.words'),
    accessorFn: ({ word_count }) => word_count ?? -1,
    cell: (row) => (row.word_count === null ? '–' : formatNumber(i18n, row.word_count)),
    meta: { width: '4rem', align: 'end' },
  }),
}

interface DocumentNameProps {
  document: Pick<Document, 'id' | 'status' | 'original_filename' | 'status_reason'> &
    Partial<Pick<Document, 'written_in_class' | 'student_details'>>
  t: TFunction<'documents'>
  origin?: string | undefined
}

/**
 * The readable name, linked to the report if there is one, with its mark and the reason of a failure below.
 */
export function DocumentName({ document, t, origin }: DocumentNameProps) {
  const { original_filename } = document
  const name = readableName(document)
  return (
    <span className={classes.nameCell}>
      {canView(document) ? (
        <Link
          className={`${classes.name} ${classes.nameLink}`}
          to={reportAddress(document, origin)}
          title={original_filename}
        >
          {name}
        </Link>
      ) : (
        <span className={classes.name} title={original_filename}>
          {name}
        </span>
      )}
      {document.written_in_class && (
        <span className={classes.mark}>
          <Badge tone="info">{t('writtenInClass')}</Badge>
        </span>
      )}
      {document.status_reason && <Reason>{document.status_reason}</Reason>}
    </span>
  )
}

/** Two lines of it; all of it on hover or when opened. */
function Reason({ children }: { children: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <UnstyledButton
      className={classes.reason ?? ''}
      aria-expanded={opened}
      title={children}
      onClick={() => setOpened(!opened)}
    >
      {children}
    </UnstyledButton>
  )
}

type FoundDocument = Pick<Document, 'status' | 'finding' | 'ai_share' | 'ai_score' | 'score' | 'label'>

/** The finding of the document; a dash without one. */
export function Finding({ document, t, i18n }: Translation & { document: FoundDocument }) {
  const chip = findingChipOf({ ...document, score: readScore(document) })
  if (chip === null) return <span className={textClasses.note}>–</span>
  return (
    <FindingChip
      chip={chip}
      label={t(chip.key, { ns: 'ui' })}
      formatShare={(share) => formatWholeShare(i18n, share)}
    />
  )
}

interface ScoreProps {
  document: Pick<Document, 'ai_score' | 'score'>
  /** The table's own instance. */
  i18n: i18n
}

/** The score of a document with its band, or N/A. */
export function Score({ document, i18n }: ScoreProps) {
  const score = readScore(document)
  return (
    <ScoreBar
      share={score}
      colour={score === null ? null : scoreColour(score)}
      text={formatScore(i18n, score)}
    />
  )
}

type Assigned = Pick<Document, 'student_id' | 'student_details' | 'class_details'>

/** Student and class as one text, for sorting and searching; empty when unassigned. */
function assigneeText({ student_details, class_details }: Assigned): string {
  const student = student_details
    ? `${student_details.last_name} ${student_details.first_name} ${student_details.last_name}`
    : ''
  return `${student} ${class_details ? className(class_details) : ''}`.trim().toLocaleLowerCase()
}

/** Whom a document is assigned to: the student, with the class below. */
export function AssignedTo({ document, t }: { document: Assigned; t: TFunction<'documents'> }) {
  const { student_id, student_details: student, class_details: group } = document
  const name = student ? studentName(student) : student_id === null ? null : t('assigned.unknown')
  if (name === null && !group) return <span className={textClasses.note}>–</span>
  return (
    <span className={classes.assigned}>
      {name && <span className={classes.whole}>{name}</span>}
      {group && (
        <span className={name ? classes.assignedClass : classes.whole} title={className(group)}>
          {className(group)}
        </span>
      )}
    </span>
  )
}

interface DocumentStatusProps {
  /** Without a status it is unknown. */
  document: Partial<Pick<Document, 'status' | 'stage' | 'reading_page' | 'page_count'>>
  mark?: ReprocessMark | undefined
  /** Shows a row that was just queued again as being reprocessed, as the pages of classes and students do. */
  showsReprocessing?: boolean
}

/** The status as a badge; while a job runs, its present step. */
export function DocumentStatusBadge(props: DocumentStatusProps) {
  const { t } = useTranslation('documents')
  return <StatusBadge t={t} {...props} />
}

/** The same with the table's translation. */
export function StatusBadge({
  t,
  document: { status = 'UNKNOWN', stage, reading_page: page, page_count: pages },
  mark,
  showsReprocessing = false,
}: DocumentStatusProps & { t: TFunction<'documents'> }) {
  if (mark === 'failed') return <Badge tone="error">{t('reprocess.failedBadge')}</Badge>
  if (mark === 'started' && showsReprocessing) {
    return (
      <Badge tone="warning" busy>
        {t('reprocess.running')}
      </Badge>
    )
  }
  const step =
    stage === 'extracting' && page && pages ? t('stage.page', { page, pages }) : stage && t(`stage.${stage}`)
  // Nearly every document is completed, and its finding leads: the word stands quietly beside it.
  return (
    <Badge tone={toneOf[status]} busy={isInProgress(status)} quiet={status === 'COMPLETED'}>
      {status === 'PROCESSING' && step ? step : t(`status.${status}`)}
    </Badge>
  )
}

interface ScoreBarProps {
  /** 0…1, or null without a score. */
  share: number | null
  colour: 'red' | 'amber' | 'green' | null
  /** The figure above the bar, for example `82.4%`. */
  text: string
}

/** A figure over a thin bar. The figure carries the meaning; the bar only helps the eye down a column. */
function ScoreBar({ share, colour, text }: ScoreBarProps) {
  return (
    <span className={classes.score} data-colour={colour ?? undefined}>
      <span className={classes.text}>{text}</span>
      {share !== null && (
        <svg className={classes.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect className={classes.track} width="100" height="4" />
          <rect className={classes.fill} width={Math.max(2, share * 100)} height="4" />
        </svg>
      )}
    </span>
  )
}
