import { Button } from '@mantine/core'
import type { Case } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate, formatTime } from '../../lib/format/format.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { caseListAddress } from './addresses.ts'
import { CaseDocuments } from './case-documents.tsx'
import { Part } from './case-part.tsx'
import { CaseTimeline } from './case-timeline.tsx'
import { CaseUnavailable } from './case-unavailable.tsx'
import { Decide } from './decide.tsx'
import { ExportCase } from './export-case.tsx'
import { NextStep, stepId, studentPageId } from './next-step.tsx'
import { PrivateNotes } from './private-notes.tsx'
import { useCase, useDeleteCase } from './queries.ts'
import { RecordStep } from './record-step.tsx'
import type { RenderFacts } from './reply-file-check.tsx'
import { StudentPagePanel } from './student-page.tsx'

/** One case: what it is about, what happened, and what to do next. */
export function CaseScreen({ id, renderFacts }: { id: string; renderFacts: RenderFacts }) {
  const { t } = useTranslation('cases')
  const { data, error, refetch } = useCase(id)
  if (data) return <LoadedCase record={data} renderFacts={renderFacts} />
  if (error === null) return <Loading region="page" />
  return (
    <CaseUnavailable
      error={error}
      missing={{ title: t('missing'), text: t('missing.text') }}
      failed={{ title: t('case'), text: t('list.failed', { detail: detailOf(error) }) }}
      onRetry={() => void refetch()}
    />
  )
}

function LoadedCase({ record, renderFacts }: { record: Case; renderFacts: RenderFacts }) {
  const { t, i18n } = useTranslation('cases')
  const { state, class_name, created_at, due_on, erase_at } = record
  const about = [
    class_name,
    t('openedOn', { date: formatDate(i18n, created_at) }),
    due_on && t('dueOn', { date: formatDate(i18n, due_on) }),
  ].filter(Boolean)
  return (
    <>
      <PageHeader
        title={record.student_name}
        lead={about.join(' · ')}
        back={<BackTo to={caseListAddress}>{t('back')}</BackTo>}
        actions={
          <>
            <ExportCase id={record.id} />
            {state === 'new' && <DeleteCase id={record.id} />}
          </>
        }
      />
      <NextStep record={record} />
      {erase_at && <Notice tone="info">{t('eraseOn', { date: formatDate(i18n, erase_at) })}</Notice>}
      <Part title={t('part.documents')}>
        <CaseDocuments record={record} />
      </Part>
      <Part title={t('part.timeline')}>
        <CaseTimeline entries={record.entries} />
      </Part>
      <Part id={stepId} title={t('part.step')}>
        <RecordStep id={record.id} state={state} />
      </Part>
      <Part id={studentPageId} title={t('part.page')}>
        <StudentPagePanel record={record} renderFacts={renderFacts} />
      </Part>
      <Part title={t('part.decision')}>
        <AppealStanding record={record} />
        {!record.is_under_appeal && <Decide record={record} />}
      </Part>
      <Part title={t('part.notes')}>
        <PrivateNotes record={record} />
      </Part>
    </>
  )
}

/** Deletes a case that was opened by mistake; a case in which something happened is a record. */
function DeleteCase({ id }: { id: string }) {
  const { t } = useTranslation('cases')
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useDeleteCase(id)
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.success(t('delete.done'))
        void navigate(caseListAddress)
      },
      onError: (error) => {
        setConfirming(false)
        toast.error(t('failed', { detail: detailOf(error) }))
      },
    })
  return (
    <>
      <Button variant="default" onClick={() => setConfirming(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t('delete.title')}
        confirm={t('delete.do')}
        destructive
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      >
        <p>{t('delete.text')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Until when the student can appeal, or where their appeal stands. */
function AppealStanding({ record: { appeal, appeal_until } }: { record: Case }) {
  const { t, i18n } = useTranslation('cases')
  if (appeal === null)
    return appeal_until === null ? null : <Notice tone="info">{t('appeal.until', { time: formatTime(i18n, appeal_until) })}</Notice>
  const { appealed_at, ended_at, reviewer_name } = appeal
  if (ended_at !== null) return <Notice tone="info">{t('appeal.ended', { time: formatTime(i18n, ended_at) })}</Notice>
  const time = formatTime(i18n, appealed_at)
  return (
    <Notice tone="info">
      {reviewer_name === null ? t('appeal.waiting', { time }) : t('appeal.waitingFor', { time, name: reviewer_name })}
    </Notice>
  )
}
