import { Button, Radio, Textarea } from '@mantine/core'
import { caseLimits } from '@penmark/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './cases.module.css'

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
      <Button type="submit" variant={isPrimary ? 'filled' : 'default'} disabled={chosen === null || reason.trim() === '' || !isComplete}>
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
