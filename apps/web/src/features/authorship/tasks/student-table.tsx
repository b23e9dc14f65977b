import type { WritingState, WritingStudent } from '@penmark/contract'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { EmptyState } from '../../../ui/page-state/page-state.tsx'
import { LinkCell, NarrowRow, TextCell } from '../../../ui/table/cells.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { submissionAddress, useRevokeLink } from './queries.ts'
import classes from './tasks.module.css'

const tones: Record<WritingState, 'neutral' | 'info' | 'success'> = {
  'not-begun': 'neutral',
  writing: 'info',
  'handed-in': 'success',
}

/** The state of a link: never created, not opened, opened, or revoked. */
function linkStateOf({ link }: WritingStudent): 'none' | 'waiting' | 'opened' | 'revoked' {
  if (link === null) return 'none'
  if (link.revoked_at !== null) return 'revoked'
  return link.opened_at === null ? 'waiting' : 'opened'
}

interface StudentTableProps {
  taskId: string
  students: WritingStudent[]
  /** When texts are due; null for no due date. */
  dueAt: string | null
  busy: boolean
  /** Asks for a link, which replaces the present one. */
  onCreate: (student_id: string) => void
  onRevoked: (student_id: string) => void
}

type Confirmation = { student: WritingStudent; action: 'replace' | 'revoke' }

/** The students of a task, with what they wrote and their links. */
export function StudentTable({ taskId, students, dueAt, busy, onCreate, onRevoked }: StudentTableProps) {
  const { t, i18n } = useTranslation('writing-tasks')
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const revoke = useRevokeLink(taskId)
  const lateness = useCallback(
    ({ handed_in_at }: WritingStudent) => {
      const late = latenessOf(handed_in_at, dueAt)
      return late && t(`late.${late.unit}`, { count: late.count, shown: formatNumber(i18n, late.count) })
    },
    [t, i18n, dueAt],
  )
  const columns = useMemo<Column<WritingStudent>[]>(
    () => [
      {
        id: 'student',
        header: t('column.student'),
        enableSorting: false,
        cell: ({ id, student_name, entries }) =>
          id !== null && entries > 0 ? (
            <LinkCell to={submissionAddress(id)}>{student_name}</LinkCell>
          ) : (
            <TextCell>{student_name}</TextCell>
          ),
      },
      {
        id: 'state',
        header: t('column.state'),
        enableSorting: false,
        cell: (student) => (
          <>
            <Badge tone={tones[student.state]}>{t(`state.${student.state}`)}</Badge>
            {lateness(student) && <span className={classes.late}>{lateness(student)}</span>}
          </>
        ),
        meta: { width: '11rem' },
      },
      {
        id: 'words',
        header: t('column.words'),
        enableSorting: false,
        cell: ({ words }) => formatNumber(i18n, words),
        meta: { width: '6rem' },
      },
      {
        id: 'written',
        header: t('column.written'),
        enableSorting: false,
        cell: ({ last_written_at }) => (
          <TextCell>{last_written_at && formatTime(i18n, last_written_at)}</TextCell>
        ),
        meta: { width: '12rem' },
      },
      {
        id: 'link',
        header: t('column.link'),
        enableSorting: false,
        cell: (student) => <TextCell>{t(`link.${linkStateOf(student)}`)}</TextCell>,
        meta: { width: '9rem' },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (student) => (
          <Actions student={student} busy={busy} onCreate={onCreate} onRequest={setConfirmation} />
        ),
        meta: { width: '15rem' },
      },
    ],
    [t, i18n, busy, onCreate, lateness],
  )
  const close = () => {
    setConfirmation(null)
    revoke.reset()
  }
  const action = confirmation?.action ?? 'revoke'
  return (
    <>
      <DataTable
        label={t('students')}
        columns={columns}
        rows={students}
        rowId={({ student_id }) => student_id}
        defaultSort={{ id: 'student', desc: false }}
        controlledSort={{ by: { id: 'student', desc: false }, onChange: () => undefined }}
        narrowBelow={70}
        empty={<EmptyState>{t('students.none')}</EmptyState>}
        narrowRow={(student) => (
          <div className={classes.narrow}>
            <NarrowRow
              name={student.student_name}
              {...(student.id !== null && student.entries > 0 ? { to: submissionAddress(student.id) } : {})}
              about={[
                t('words', { count: student.words, words: formatNumber(i18n, student.words) }),
                t(`link.${linkStateOf(student)}`),
                student.last_written_at && formatTime(i18n, student.last_written_at),
                lateness(student),
              ]}
            >
              <Badge tone={tones[student.state]}>{t(`state.${student.state}`)}</Badge>
            </NarrowRow>
            <Actions student={student} busy={busy} onCreate={onCreate} onRequest={setConfirmation} />
          </div>
        )}
      />
      <ConfirmDialog
        opened={confirmation !== null}
        title={t(`ask.${action}.title`, { name: confirmation?.student.student_name ?? '' })}
        confirm={t(`ask.${action}.do`)}
        destructive={action === 'revoke'}
        busy={revoke.isPending}
        onConfirm={() => {
          if (confirmation === null) return
          const { student_id } = confirmation.student
          if (confirmation.action === 'replace') {
            onCreate(student_id)
            close()
          } else
            revoke.mutate(student_id, {
              onSuccess: () => {
                onRevoked(student_id)
                close()
              },
            })
        }}
        onClose={close}
      >
        {revoke.error && <Notice tone="error">{t('form.failed', { detail: detailOf(revoke.error) })}</Notice>}
        <p>{t(`ask.${action}.text`)}</p>
      </ConfirmDialog>
    </>
  )
}

interface ActionsProps {
  student: WritingStudent
  busy: boolean
  onCreate: (student_id: string) => void
  onRequest: (confirmation: Confirmation) => void
}

function Actions({ student, busy, onCreate, onRequest }: ActionsProps) {
  const { t } = useTranslation('writing-tasks')
  const name = student.student_name
  const state = linkStateOf(student)
  const isLive = state === 'waiting' || state === 'opened'
  return (
    <span className={classes.rowButtons}>
      <button
        type="button"
        className={classes.rowButton}
        disabled={busy}
        aria-label={t(state === 'none' ? 'link.create.named' : 'link.replace.named', { name })}
        onClick={() => (isLive ? onRequest({ student, action: 'replace' }) : onCreate(student.student_id))}
      >
        {t(state === 'none' ? 'link.create' : 'link.replace')}
      </button>
      {isLive && (
        <button
          type="button"
          className={classes.rowButton}
          aria-label={t('link.revoke.named', { name })}
          onClick={() => onRequest({ student, action: 'revoke' })}
        >
          {t('link.revoke')}
        </button>
      )}
    </span>
  )
}

const minuteMs = 60_000
const units = [
  { unit: 'days', ms: 24 * 60 * minuteMs },
  { unit: 'hours', ms: 60 * minuteMs },
  { unit: 'minutes', ms: minuteMs },
] as const

/**
 * How long after the due date a text was handed in, in its largest whole unit; null for one in time, or not
 * handed in.
 */
function latenessOf(handed_in_at: string | null, due_at: string | null) {
  if (handed_in_at === null || due_at === null) return null
  const late = Date.parse(handed_in_at) - Date.parse(due_at)
  if (late <= 0) return null
  const { unit, ms } = units.find((candidate) => late >= candidate.ms) ?? units[2]
  return { unit, count: Math.max(1, Math.floor(late / ms)) }
}
