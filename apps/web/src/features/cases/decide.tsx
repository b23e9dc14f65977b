import { Button, Textarea } from '@mantine/core'
import { type Case, type CaseOutcome, caseOutcomes } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { DecisionForm } from './decision-form.tsx'
import { useDecide } from './queries.ts'

/** Decides a case; after a decision, offers to supersede it. */
export function Decide({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  const [isSuperseding, setSuperseding] = useState(false)
  if (record.appeal !== null && record.outcome === 'cleared') return null
  if (record.state !== 'decided' || isSuperseding) return <NewDecision record={record} onDecided={() => setSuperseding(false)} />
  return (
    <Button variant="default" onClick={() => setSuperseding(true)}>
      {t('decide.again')}
    </Button>
  )
}

function NewDecision({ record, onDecided }: { record: Case; onDecided: () => void }) {
  const { t } = useTranslation('cases')
  const [outcome, setOutcome] = useState<CaseOutcome | null>(null)
  const [unheardReason, setUnheardReason] = useState('')
  const decide = useDecide(record.id)
  // After an appeal, the teacher can only clear the student.
  const outcomes: readonly CaseOutcome[] = record.appeal === null ? caseOutcomes : ['cleared']
  const isUnheard = outcome === 'referred' && !record.is_heard
  const isRefused = isUnheard && !record.may_refer_unheard
  const save = (reason: string, closeConfirmation: () => void) => {
    if (outcome === null) return
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
      choices={outcomes.map((value) => ({ value, label: t(`outcome.${value}`), description: t(`outcome.${value}.text`) }))}
      chosen={outcome}
      onChoose={setOutcome}
      reasonNote={t('decide.reason.note')}
      submitLabel={t('decide.do')}
      isComplete={!isRefused && (!isUnheard || unheardReason.trim() !== '')}
      confirmation={{
        title: t('decide.confirm.title'),
        text: t('decide.confirm.text', { outcome: outcome === null ? '' : t(`outcome.${outcome}`) }),
      }}
      mutation={decide}
      onSave={save}
    >
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
