import { Button, Radio, Textarea, TextInput } from '@mantine/core'
import { type Case, type CaseOutcome, caseLimits, caseOutcomes } from '@penmark/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { formatDate } from '../../lib/format/format.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.tsx'
import classes from './cases.module.css'
import { useDecide } from './queries.ts'

/** Decides a case; after a decision, offers to supersede it. */
export function Decide({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  const [isSuperseding, setSuperseding] = useState(false)
  if (record.appeal !== null && record.outcome === 'cleared') return null
  if (record.state !== 'decided' || isSuperseding)
    return <NewDecision record={record} onDecided={() => setSuperseding(false)} />
  return (
    <Button variant="default" onClick={() => setSuperseding(true)}>
      {t('decide.again')}
    </Button>
  )
}

const consequences = ['redo', 'resubmit', 'keep'] as const
type Consequence = (typeof consequences)[number]

function NewDecision({ record, onDecided }: { record: Case; onDecided: () => void }) {
  const { t, i18n } = useTranslation('cases')
  const [outcome, setOutcome] = useState<CaseOutcome | null>(null)
  const [unheardReason, setUnheardReason] = useState('')
  const [follows, setFollows] = useState<Consequence | null>(null)
  const [by, setBy] = useState('')
  const decide = useDecide(record.id)
  // After an appeal, the teacher can only clear the student.
  const outcomes: readonly CaseOutcome[] =
    record.appeal === null
      ? caseOutcomes.filter((each) => each !== 'ai-used' || record.is_heard)
      : ['cleared']
  const isUnheard = outcome === 'referred' && !record.is_heard
  const isRefused = isUnheard && !record.may_refer_unheard
  const isAdmitted = outcome === 'ai-used'
  const hasConsequence = follows !== null && (follows !== 'resubmit' || by !== '')
  const consequence =
    isAdmitted && hasConsequence
      ? t(`decide.follows.${follows}.text`, { date: by === '' ? '' : formatDate(i18n, by) })
      : ''
  const save = (added: string, closeConfirmation: () => void) => {
    if (outcome === null) return
    const reason = [consequence, added].filter((part) => part.trim() !== '').join('\n\n')
    decide.mutate(
      { outcome, reason, unheard_reason: isUnheard ? unheardReason : null },
      {
        onSuccess: () => {
          toast.success(t('decide.saved'))
          onDecided()
        },
        onSettled: closeConfirmation,
      },
    )
  }
  return (
    <DecisionForm
      label={t('decide.outcome')}
      choices={outcomes.map((value) => ({
        value,
        label: t(`outcome.${value}`),
        description: t(`outcome.${value}.text`),
      }))}
      chosen={outcome}
      onChoose={setOutcome}
      reasonNote={t('decide.reason.note')}
      submitLabel={t('decide.do')}
      isReasonNeeded={!isAdmitted}
      isComplete={
        !isRefused && (!isUnheard || unheardReason.trim() !== '') && (!isAdmitted || hasConsequence)
      }
      confirmation={{
        title: t('decide.confirm.title'),
        text: t('decide.confirm.text', { outcome: outcome === null ? '' : t(`outcome.${outcome}`) }),
      }}
      mutation={decide}
      onSave={save}
    >
      {isAdmitted && (
        <>
          <Radio.Group
            label={t('decide.follows')}
            description={t('decide.follows.note')}
            value={follows ?? ''}
            onChange={(selected) => setFollows(consequences.find((each) => each === selected) ?? null)}
          >
            <div className={classes.choices}>
              {consequences.map((value) => (
                <Radio key={value} value={value} label={t(`decide.follows.${value}`)} />
              ))}
            </div>
          </Radio.Group>
          {follows === 'resubmit' && (
            <TextInput
              className={classes.date ?? ''}
              type="date"
              label={t('decide.follows.by')}
              value={by}
              onChange={({ currentTarget }) => setBy(currentTarget.value)}
            />
          )}
          {consequence !== '' && <p>{consequence}</p>}
        </>
      )}
      {isRefused && <Notice tone="warning">{t('decide.hearFirst')}</Notice>}
      {isUnheard && !isRefused && (
        <Textarea
          label={t('decide.unheard')}
          description={t('decide.unheard.note')}
          value={unheardReason}
          onChange={({ currentTarget }) => setUnheardReason(currentTarget.value)}
          maxLength={2_000}
          autosize
          minRows={2}
        />
      )}
    </DecisionForm>
  )
}

interface Choice<Value extends string> {
  value: Value
  label: string
  description: string
}

/** A choice with a reason, saved after a confirmation: the form of a decision and of its review on appeal. */
export function DecisionForm<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
  reasonNote,
  submitLabel,
  isPrimary = false,
  isReasonNeeded = true,
  isComplete = true,
  confirmation,
  mutation,
  onSave,
  children,
}: {
  label: string
  choices: readonly Choice<Value>[]
  chosen: Value | null
  onChoose: (value: Value | null) => void
  reasonNote: string
  submitLabel: string
  isPrimary?: boolean
  isReasonNeeded?: boolean
  /** Whether the fields in `children` allow saving. */
  isComplete?: boolean
  confirmation: { title: string; text: string }
  mutation: { error: Error | null; isPending: boolean }
  onSave: (reason: string, closeConfirmation: () => void) => void
  children?: ReactNode
}) {
  const { t } = useTranslation('cases')
  const [reason, setReason] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const closeConfirmation = () => setConfirming(false)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setConfirming(true)
      }}
    >
      <Radio.Group
        label={label}
        value={chosen ?? ''}
        onChange={(selected) => onChoose(choices.find(({ value }) => value === selected)?.value ?? null)}
      >
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} />
          ))}
        </div>
      </Radio.Group>
      {children}
      <Textarea
        label={t('decide.reason')}
        description={reasonNote}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        maxLength={caseLimits.textCharacters}
        autosize
        minRows={3}
      />
      {mutation.error && <Notice tone="error">{t('failed', { detail: detailOf(mutation.error) })}</Notice>}
      <Button
        type="submit"
        variant={isPrimary ? 'filled' : 'default'}
        disabled={chosen === null || (isReasonNeeded && reason.trim() === '') || !isComplete}
      >
        {submitLabel}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={confirmation.title}
        confirm={submitLabel}
        busy={mutation.isPending}
        onConfirm={() => onSave(reason, closeConfirmation)}
        onClose={closeConfirmation}
      >
        <p>{confirmation.text}</p>
      </ConfirmDialog>
    </form>
  )
}
