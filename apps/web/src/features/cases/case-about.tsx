import { Button, Textarea } from '@mantine/core'
import { type Case, caseLimits } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.tsx'
import classes from './cases.module.css'
import { useChangeCase } from './queries.ts'

/**
 * The rule concerned, the standard of proof and who may accompany the student: what a panel and the student
 * need to know.
 */
export function CaseAbout({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('about.rule')}</dt>
        <dd className={classes.entryText}>{record.rule ?? t('about.rule.none')}</dd>
        <dt>{t('about.standard')}</dt>
        <dd>{t(`standard.${record.standard_of_proof}`)}</dd>
        <dt>{t('about.companion')}</dt>
        <dd className={classes.entryText}>{record.companion ?? t('about.companion.none')}</dd>
      </dl>
      <NameRule key={record.rule} record={record} />
    </>
  )
}

/** A field once the teacher wants to name a rule; one that is named stands above it. */
function NameRule({ record }: { record: Case }) {
  const { t } = useTranslation('cases')
  const [isOpen, setIsOpen] = useState(record.rule === null)
  const [rule, setRule] = useState(record.rule ?? '')
  const change = useChangeCase(record.id)
  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('about.rule.another')}
      </Button>
    )
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ rule }, { onSuccess: () => toast.success(t('about.rule.saved')) })
      }}
    >
      <Textarea
        label={t('about.rule')}
        description={t('about.rule.note')}
        value={rule}
        onChange={({ currentTarget }) => setRule(currentTarget.value)}
        maxLength={caseLimits.ruleCharacters}
        autosize
        minRows={1}
      />
      {change.error && <Notice tone="error">{t('failed', { detail: detailOf(change.error) })}</Notice>}
      <Button
        type="submit"
        variant="default"
        disabled={rule.trim() === '' || rule === record.rule}
        loading={change.isPending}
      >
        {t('about.rule.do')}
      </Button>
    </form>
  )
}
