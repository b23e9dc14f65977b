import { Button } from '@mantine/core'
import type { WritingSubmissionView } from '@penmark/contract'
import { timelineOf } from '@penmark/writing'
import { type ReactNode, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../../ui/page-header/page-header.tsx'
import { LoadError, Loading } from '../../../ui/page-state/page-state.tsx'
import { SignedIn } from '../../../ui/signed-in/signed-in.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import { ClassComparison } from './class-comparison.tsx'
import { Facts } from './facts.tsx'
import { useRecordFile, useReplay, useSubmission } from './queries.ts'
import classes from './record.module.css'
import { useRecordFigures } from './record-figures.ts'
import { Replay } from './replay.tsx'
import { RecordTrust } from './trust.tsx'

export function WritingSubmissionPage() {
  const { t } = useTranslation('writing-record')
  const { submissionId = '' } = useParams()
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      <RecordScreen key={submissionId} submissionId={submissionId} />
    </SignedIn>
  )
}

/** How one student's text was written: facts, plot and replay. */
function RecordScreen({ submissionId }: { submissionId: string }) {
  const { t } = useTranslation('writing-record')
  const { data, error, refetch } = useSubmission(submissionId)
  if (data) return <Record view={data} />
  if (error)
    return (
      <>
        <PageHeader title={t('title')} />
        <LoadError onRetry={() => void refetch()}>{t('failed', { detail: detailOf(error) })}</LoadError>
      </>
    )
  return <Loading region="page" />
}

function Record({ view }: { view: WritingSubmissionView }) {
  const { t } = useTranslation('writing-record')
  const { line, fastest } = useRecordFigures()
  const { task, submission, summary } = view
  const file = useRecordFile(submission.id, (error) =>
    toast.error(t('download.failed', { detail: detailOf(error) })),
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        tabTitle={`${t('title')} · ${submission.student_name}`}
        lead={`${submission.student_name} · ${task.title} · ${task.class_name}`}
        back={<BackTo to={`/writing/${task.id}`}>{task.title}</BackTo>}
        actions={
          submission.entries > 0 ? (
            <Button variant="default" loading={file.isPending} onClick={() => file.mutate()}>
              {t('download')}
            </Button>
          ) : undefined
        }
      />
      {submission.entries === 0 ? (
        <p>{t('empty')}</p>
      ) : (
        <div className={classes.record}>
          <p className={classes.line}>{line(summary)}</p>
          {summary.fastest_stretch && <p>{fastest(summary)}</p>}
          <RecordTrust trust={view} />
          <RecordReplay submissionId={submission.id} />
          <Part title={t('facts')}>
            <Facts summary={summary} />
          </Part>
          <Part title={t('class.title')}>
            <ClassComparison submissionId={submission.id} />
          </Part>
          <Part title={t('limits.title')}>
            <p>{t('limits.text')}</p>
            <p>{t('limits.programs')}</p>
          </Part>
        </div>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}

function RecordReplay({ submissionId }: { submissionId: string }) {
  const { t } = useTranslation('writing-record')
  const { data: replay, error, refetch } = useReplay(submissionId)
  const timeline = useMemo(() => replay && timelineOf(replay.history), [replay])
  return (
    <Part title={t('replay.title')}>
      {replay && timeline ? (
        <>
          {replay.history.brokenAt !== null && <Notice tone="warning">{t('replay.broken')}</Notice>}
          <Replay replay={replay} timeline={timeline} />
        </>
      ) : error ? (
        <LoadError onRetry={() => void refetch()}>
          {t('replay.failed', { detail: detailOf(error) })}
        </LoadError>
      ) : (
        <Loading region="page" />
      )}
    </Part>
  )
}
