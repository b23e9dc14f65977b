import { type Appeal, type CaseOutcome, caseOutcomes } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../ui/toast/toast.ts'
import { DecisionForm } from '../decision-form.tsx'
import { useEndAppeal } from './queries.ts'

const upheld = 'upheld'

/** Lets the decision stand, or replaces it. */
export function EndAppeal({ appeal }: { appeal: Appeal }) {
  const { t } = useTranslation('cases')
  const [choice, setChoice] = useState<CaseOutcome | typeof upheld | null>(null)
  const end = useEndAppeal(appeal.id)
  const uphold = {
    value: upheld,
    label: t('appeals.stands', { outcome: t(`outcome.${appeal.outcome}`) }),
    description: t('appeals.stands.text'),
  } as const
  const replacements = caseOutcomes
    .filter((outcome) => outcome !== appeal.outcome)
    .map((value) => ({
      value,
      label: t('appeals.replace', { outcome: t(`outcome.${value}`) }),
      description: t(`outcome.${value}.text`),
    }))
  const save = (reason: string, closeConfirmation: () => void) => {
    if (choice === null) return
    end.mutate(
      { outcome: choice === upheld ? null : choice, reason },
      { onSuccess: () => toast.success(t('appeals.saved')), onSettled: closeConfirmation },
    )
  }
  return (
    <DecisionForm
      label={t('appeals.outcome')}
      choices={[uphold, ...replacements]}
      chosen={choice}
      onChoose={setChoice}
      reasonNote={t('appeals.reason.note')}
      submitLabel={t('appeals.do')}
      isPrimary
      confirmation={{ title: t('appeals.confirm.title'), text: t('appeals.confirm.text') }}
      mutation={end}
      onSave={save}
    />
  )
}
