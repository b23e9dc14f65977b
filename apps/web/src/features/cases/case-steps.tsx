import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type Case, type CaseStep, caseLimits, caseSteps, type StudentLink } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { formatTime } from '../../lib/format/format.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.tsx'
import { CaseBadge } from './case-parts.tsx'
import classes from './cases.module.css'
import { usePreparedQuestions } from './prepared-questions.ts'
import { linkStateOf, useRecordStep, useStudentPage } from './queries.ts'

/** Targets of the links to the parts of the case. */
export const studentPageId = 'student-page'
export const stepId = 'step'

/** The state of the case, and what to do next or what it is waiting for. */
export function NextStep({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  const { id, state, is_under_appeal } = record
  const page = useStudentPage(id).data
  const link = page?.link ?? null
  const isLinkPending =
    link !== null && state !== 'decided' && ['waiting', 'opened', 'expired'].includes(linkStateOf(link))
  return (
    <div className={classes.standing}>
      <strong>{t('next.title')}</strong>
      <CaseBadge {...record} />
      {(!isLinkPending || state === 'answered') && (
        <p>{t(is_under_appeal ? 'next.appealed' : `next.${state}`)}</p>
      )}
      {isLinkPending && <PendingLink link={link} hasDraft={page?.has_draft ?? false} />}
    </div>
  )
}

/** An unanswered link: since when it is waiting, and what the teacher can do meanwhile. */
function PendingLink({ link, hasDraft }: { link: StudentLink; hasDraft: boolean }) {
  const { t, i18n } = useTranslation('cases')
  const state = linkStateOf(link)
  const time = (value: string | null) => (value === null ? '' : formatTime(i18n, value))
  const times = { since: time(link.created_at), opened: time(link.opened_at), expires: time(link.expires_at) }
  const sentence = state === 'expired' ? 'next.expired' : state === 'opened' ? 'next.opened' : 'next.waiting'
  return (
    <>
      <p>
        {t(sentence, times)} {hasDraft && t('page.draft')}
      </p>
      <ul className={classes.options}>
        <li>
          <a href={`#${studentPageId}`}>{t(state === 'expired' ? 'next.way.again' : 'next.way.link')}</a>
        </li>
        <li>
          <a href={`#${stepId}`}>{t('next.way.step')}</a>
        </li>
      </ul>
    </>
  )
}

/** What a teacher most likely records next. */
const likelyStep: Record<Case['state'], CaseStep> = {
  new: 'asked',
  asked: 'answer',
  answered: 'meeting',
  decided: 'meeting',
}

/**
 * Records a question, an answer or a meeting. The questions that were prepared for a new case stand there to
 * be changed or sent.
 */
export function RecordStep({ record }: { record: Case }) {
  const { id, state } = record
  const { t } = useTranslation('cases')
  const [kind, setKind] = useState<CaseStep>(likelyStep[state])
  const [written, setText] = useState<string | null>(null)
  const prepared = usePreparedQuestions(record)
  const isPrepared = kind === 'asked' && prepared !== ''
  const text = written ?? (isPrepared ? prepared : '')
  const addStep = useRecordStep(id)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        addStep.mutate(
          { kind, text },
          {
            onSuccess: (changed) => {
              setText(null)
              setKind(likelyStep[changed.state])
              toast.success(t('step.saved'))
            },
          },
        )
      }}
    >
      <NativeSelect
        label={t('step.kind')}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(caseSteps.find((step) => step === currentTarget.value) ?? kind)
        }
        data={caseSteps.map((step) => ({ value: step, label: t(`step.kind.${step}`) }))}
      />
      <Textarea
        label={t(`step.text.${kind}`)}
        description={
          isPrepared && written === null ? `${t('step.prepared')} ${t('step.note')}` : t('step.note')
        }
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={caseLimits.textCharacters}
        autosize
        minRows={3}
        maxRows={12}
      />
      {addStep.error && <Notice tone="error">{t('failed', { detail: detailOf(addStep.error) })}</Notice>}
      <Button type="submit" disabled={text.trim() === ''} loading={addStep.isPending}>
        {t('step.do')}
      </Button>
    </form>
  )
}
