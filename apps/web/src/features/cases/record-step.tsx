import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type Case, type CaseStep, caseLimits, caseSteps } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import classes from './cases.module.css'
import { useRecordStep } from './queries.ts'

/** What a teacher most likely records next. */
const usualStep: Record<Case['state'], CaseStep> = { new: 'asked', asked: 'answer', answered: 'meeting', decided: 'meeting' }

/** Records a question, an answer or a meeting. */
export function RecordStep({ id, state }: Pick<Case, 'id' | 'state'>) {
  const { t } = useTranslation('cases')
  const [kind, setKind] = useState<CaseStep>(usualStep[state])
  const [text, setText] = useState('')
  const record = useRecordStep(id)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        record.mutate(
          { kind, text },
          {
            onSuccess: (changed) => {
              setText('')
              setKind(usualStep[changed.state])
              toast.success(t('step.saved'))
            },
          },
        )
      }}
    >
      <NativeSelect
        label={t('step.kind')}
        value={kind}
        onChange={({ currentTarget }) => setKind(caseSteps.find((each) => each === currentTarget.value) ?? kind)}
        data={caseSteps.map((each) => ({ value: each, label: t(`step.kind.${each}`) }))}
      />
      <Textarea
        label={t(`step.text.${kind}`)}
        description={t('step.note')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={caseLimits.textCharacters}
        autosize
        minRows={3}
      />
      {record.error && <Notice tone="error">{t('failed', { detail: detailOf(record.error) })}</Notice>}
      <Button type="submit" disabled={text.trim() === ''} loading={record.isPending}>
        {t('step.do')}
      </Button>
    </form>
  )
}
