import { Button, Textarea, TextInput } from '@mantine/core'
import { binKeepDays, type Case, caseLimits, caseRoutes } from '@penmark/contract'
import {
  IconChevronDown,
  IconChevronRight,
  IconDownload,
  IconFileText,
  IconPrinter,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { saveFile } from '../../lib/browser/browser.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { fetchFile } from '../../lib/call/fetch-file.ts'
import { formatDate, formatTime } from '../../lib/format/format.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { DropMenu } from '../../ui/menu/drop-menu.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import textClasses from '../../ui/theme/text.module.css'
import { toast } from '../../ui/toast/toast.tsx'
import { useUndo } from '../../ui/toast/use-restore.ts'
import { caseListAddress } from './addresses.ts'
import { CaseAbout } from './case-about.tsx'
import { CaseDocuments } from './case-documents.tsx'
import { CaseTimeline, CaseUnavailable, Part } from './case-parts.tsx'
import { NextStep, RecordStep, stepId, studentPageId } from './case-steps.tsx'
import classes from './cases.module.css'
import { Decide } from './decision.tsx'
import { useCase, useChangeCase, useDeleteCase } from './queries.ts'
import { type RenderFacts, StudentPagePanel } from './student-page.tsx'

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
  const next = nextStepOf[state]
  // What only a formal procedure needs; deciding belongs to it until the student has been heard.
  const [isFormal, setFormal] = useState(record.notes !== '' || record.rule !== null)
  const formal = (
    <div className={classes.section}>
      <FoldButton
        isOpen={isFormal}
        controls={next === 'decision' ? formalId : `${decisionId} ${formalId}`}
        onToggle={() => setFormal(!isFormal)}
      >
        {t('formal')}
      </FoldButton>
      {next !== 'decision' && <p className={textClasses.small}>{t('formal.decide')}</p>}
    </div>
  )
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
      {erase_at && <Notice tone="info">{t('eraseOn', { date: formatDate(i18n, erase_at) })}</Notice>}
      <div className={classes.columns}>
        <Part title={t('part.timeline')}>
          <CaseTimeline entries={record.entries} />
        </Part>
        <Part title={t('part.documents')}>
          <CaseDocuments record={record} />
        </Part>
        {steps.map((step) => (
          <Fragment key={step}>
            {step === 'decision' && next !== step && formal}
            <div
              id={step === 'decision' ? decisionId : undefined}
              className={step === next ? classes.next : undefined}
              hidden={step === 'decision' && next !== step && !isFormal}
            >
              {step === next && <NextStep record={record} />}
              <CaseStepPart step={step} record={record} renderFacts={renderFacts} />
            </div>
          </Fragment>
        ))}
        {next === 'decision' && formal}
        <div id={formalId} hidden={!isFormal}>
          <Part title={t('about.title')}>
            <CaseAbout record={record} />
          </Part>
          <Part title={t('part.notes')}>
            <PrivateNotes record={record} />
          </Part>
        </div>
      </div>
    </>
  )
}

/** Opens and closes what follows, which stays mounted, so that nothing being written is lost. */
function FoldButton({
  isOpen,
  controls,
  onToggle,
  children,
}: {
  isOpen: boolean
  /** Ids of what it opens. */
  controls: string
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <Button
      variant="default"
      aria-expanded={isOpen}
      aria-controls={controls}
      leftSection={
        isOpen ? (
          <IconChevronDown size={16} aria-hidden="true" />
        ) : (
          <IconChevronRight size={16} aria-hidden="true" />
        )
      }
      onClick={onToggle}
    >
      {children}
    </Button>
  )
}

const decisionId = 'decision'
const formalId = 'formal'

const steps = ['step', 'page', 'decision'] as const
type Step = (typeof steps)[number]

/**
 * The one thing to do next: ask, then let the student answer, then decide. It stands beside what happened;
 * its part stays mounted when the next one takes that place, so that nothing being written is lost.
 */
const nextStepOf: Record<Case['state'], Step> = {
  new: 'step',
  asked: 'page',
  answered: 'decision',
  decided: 'decision',
}

function CaseStepPart({ step, record, renderFacts }: { step: Step; record: Case; renderFacts: RenderFacts }) {
  const { t } = useTranslation('cases')
  if (step === 'step')
    return (
      <Part id={stepId} title={t('part.step')}>
        <RecordStep record={record} />
      </Part>
    )
  if (step === 'page')
    return (
      <Part id={studentPageId} title={t('part.page')}>
        <StudentPagePanel record={record} renderFacts={renderFacts} />
      </Part>
    )
  return (
    <Part title={t('part.decision')}>
      <AppealStatus record={record} />
      {!record.is_under_appeal && <Decide record={record} />}
    </Part>
  )
}

/** Deletes a case that was opened by mistake; a case in which something happened is a record. */
function DeleteCase({ id }: { id: string }) {
  const { t } = useTranslation('cases')
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const remove = useDeleteCase(id)
  const undo = useUndo()
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast.successWith(t('delete.done'), undo([id]))
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
        <p>{t('delete.text', { days: binKeepDays })}</p>
      </ConfirmDialog>
    </>
  )
}

/** Until when the student can appeal, or the state of their appeal. */
function AppealStatus({ record: { appeal, appeal_until } }: { record: Case }) {
  const { t, i18n } = useTranslation('cases')
  if (appeal === null)
    return appeal_until === null ? null : (
      <Notice tone="info">{t('appeal.until', { time: formatTime(i18n, appeal_until) })}</Notice>
    )
  const { appealed_at, ended_at, reviewer_name } = appeal
  if (ended_at !== null)
    return <Notice tone="info">{t('appeal.ended', { time: formatTime(i18n, ended_at) })}</Notice>
  const time = formatTime(i18n, appealed_at)
  return (
    <Notice tone="info">
      {reviewer_name === null
        ? t('appeal.waiting', { time })
        : t('appeal.waitingFor', { time, name: reviewer_name })}
    </Notice>
  )
}

const exportFormats = {
  zip: { route: caseRoutes.exportCase, name: 'case.zip' },
  pdf: { route: caseRoutes.printCase, name: 'case.pdf' },
}

/** Exports the case as an evidence pack that can be verified, or as a PDF to read. */
function ExportCase({ id }: { id: string }) {
  const { t, i18n } = useTranslation('cases')
  const save = useMutation({
    mutationFn: async (kind: keyof typeof exportFormats) => {
      const { route, name } = exportFormats[kind]
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { content, filename } = await fetchFile(route, { id, language: i18n.language, time_zone })
      saveFile(content, filename ?? name)
    },
    onSuccess: () => toast.success(t('export.done')),
    onError: (thrown) => toast.error(t('export.failed', { detail: detailOf(thrown) })),
  })
  return (
    <DropMenu
      trigger={
        <Button
          variant="default"
          loading={save.isPending}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {t('export')}
        </Button>
      }
      entries={[
        {
          key: 'zip',
          label: t('export.zip'),
          onChoose: () => save.mutate('zip'),
          icon: <IconFileText size={16} aria-hidden="true" />,
        },
        {
          key: 'pdf',
          label: t('export.pdf'),
          onChoose: () => save.mutate('pdf'),
          icon: <IconPrinter size={16} aria-hidden="true" />,
        },
      ]}
    />
  )
}

/** The teacher's own notes and the due date, which nobody else sees. */
function PrivateNotes({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  const [notes, setNotes] = useState(record.notes)
  const [due, setDue] = useState(record.due_on ?? '')
  const change = useChangeCase(record.id)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ notes, due_on: due || null }, { onSuccess: () => toast.success(t('notes.saved')) })
      }}
    >
      <Textarea
        label={t('notes.label')}
        description={t('notes.note')}
        value={notes}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        maxLength={caseLimits.textCharacters}
        autosize
        minRows={3}
      />
      <TextInput
        className={classes.date ?? ''}
        type="date"
        label={t('notes.due')}
        value={due}
        onChange={({ currentTarget }) => setDue(currentTarget.value)}
      />
      {change.error && <Notice tone="error">{t('failed', { detail: detailOf(change.error) })}</Notice>}
      <Button
        type="submit"
        variant="default"
        disabled={notes === record.notes && due === (record.due_on ?? '')}
        loading={change.isPending}
      >
        {t('notes.do')}
      </Button>
    </form>
  )
}
