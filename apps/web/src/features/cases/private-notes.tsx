import { Button, Textarea, TextInput } from '@mantine/core'
import { type Case, caseLimits } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.ts'
import classes from './cases.module.css'
import { useChangeCase } from './queries.ts'

/** The teacher's own notes and the due date, which nobody else sees. */
export function PrivateNotes({ record }: { record: Case }) {
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
      <Button type="submit" variant="default" disabled={notes === record.notes && due === (record.due_on ?? '')} loading={change.isPending}>
        {t('notes.do')}
      </Button>
    </form>
  )
}
