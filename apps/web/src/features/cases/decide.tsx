import { Button, Radio, Textarea } from '@mantine/core'
import { type Case, type CaseOutcome, caseLimits, caseOutcomes } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import classes from './cases.module.css'
import { useDecide } from './queries.ts'

/** Decides a case; after a decision, offers to supersede it. */
export function Decide({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  const [isAgain, setAgain] = useState(false)
  if (record.appeal !== null && record.outcome === 'cleared') return null
  if (record.state !== 'decided' || isAgain) return <DecisionForm record={record} onDecided={() => setAgain(false)} />
  return (
    <Button variant="default" onClick={() => setAgain(true)}>
      {t('decide.again')}
    </Button>
  )
}

function DecisionForm({ record, onDecided }: { record: Case; onDecided: () => void }) {
  const { t } = useTranslation('cases')
  const [outcome, setOutcome] = useState<CaseOutcome | null>(null)
  const [reason, setReason] = useState('')
  const [unheardReason, setUnheardReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const decide = useDecide(record.id)
  // After an appeal, the teacher can only clear the student.
  const outcomes: readonly CaseOutcome[] = record.appeal === null ? caseOutcomes : ['cleared']
  const isUnheard = outcome === 'referred' && !record.is_heard
  const isRefused = isUnheard && !record.may_refer_unheard
  const isComplete = outcome !== null && reason.trim() !== '' && (!isUnheard || unheardReason.trim() !== '') && !isRefused
  const save = () => {
    if (outcome === null) return
    decide.mutate(
      { outcome, reason, unheard_reason: isUnheard ? unheardReason : null },
      {
        onSuccess: () => {
          toast.success(t('decide.saved'))
          onDecided()
        },
        onSettled: () => setAsked(false),
      },
    )
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
      }}
    >
      <Radio.Group
        label={t('decide.outcome')}
        value={outcome ?? ''}
        onChange={(value) => setOutcome(caseOutcomes.find((each) => each === value) ?? null)}
      >
        <div className={classes.choices}>
          {outcomes.map((each) => (
            <Radio key={each} value={each} label={t(`outcome.${each}`)} description={t(`outcome.${each}.text`)} />
          ))}
        </div>
      </Radio.Group>
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
      <Textarea
        label={t('decide.reason')}
        description={t('decide.reason.note')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        maxLength={caseLimits.textCharacters}
        autosize
        minRows={3}
      />
      {decide.error && <Notice tone="error">{t('failed', { detail: detailOf(decide.error) })}</Notice>}
      <Button type="submit" variant="default" disabled={!isComplete}>
        {t('decide.do')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('decide.confirm.title')}
        confirm={t('decide.do')}
        busy={decide.isPending}
        onConfirm={save}
        onClose={() => setAsked(false)}
      >
        <p>{t('decide.confirm.text', { outcome: outcome === null ? '' : t(`outcome.${outcome}`) })}</p>
      </ConfirmDialog>
    </form>
  )
}
