import { Button, Radio, Textarea } from '@mantine/core'
import { type Appeal, type CaseOutcome, caseLimits, caseOutcomes } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from '../cases.module.css'
import { useEndAppeal } from './queries.ts'

const upheld = 'upheld'

/** Lets the decision stand, or replaces it. */
export function EndAppeal({ appeal }: { appeal: Appeal }) {
  const { t } = useTranslation('cases')
  const [choice, setChoice] = useState<CaseOutcome | typeof upheld | null>(null)
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const end = useEndAppeal(appeal.id)
  const others = caseOutcomes.filter((outcome) => outcome !== appeal.outcome)
  const save = () => {
    if (choice === null) return
    end.mutate(
      { outcome: choice === upheld ? null : choice, reason },
      { onSuccess: () => toast.success(t('appeals.saved')), onSettled: () => setAsked(false) },
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
        label={t('appeals.outcome')}
        value={choice ?? ''}
        onChange={(value) => setChoice([upheld, ...others].find((each) => each === value) as typeof choice)}
      >
        <div className={classes.choices}>
          <Radio
            value={upheld}
            label={t('appeals.stands', { outcome: t(`outcome.${appeal.outcome}`) })}
            description={t('appeals.stands.text')}
          />
          {others.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t('appeals.replace', { outcome: t(`outcome.${each}`) })}
              description={t(`outcome.${each}.text`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t('decide.reason')}
        description={t('appeals.reason.note')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        maxLength={caseLimits.textCharacters}
        autosize
        minRows={3}
      />
      {end.error && <Notice tone="error">{t('failed', { detail: detailOf(end.error) })}</Notice>}
      <Button type="submit" disabled={choice === null || reason.trim() === ''}>
        {t('appeals.do')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('appeals.confirm.title')}
        confirm={t('appeals.do')}
        busy={end.isPending}
        onConfirm={save}
        onClose={() => setAsked(false)}
      >
        <p>{t('appeals.confirm.text')}</p>
      </ConfirmDialog>
    </form>
  )
}
