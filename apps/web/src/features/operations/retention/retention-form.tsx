import { Button, NativeSelect } from '@mantine/core'
import { type Retention, type RetentionInput, retentionDays, retentionNotice } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import { useClassNames, useRetentionPreview, useSaveRetention } from './queries.ts'
import classes from './retention.module.css'
import { RetentionNotice, useRetention } from './retention-notice.tsx'

const never = 'never'
const sameAsGeneral = 'general'
const daysOf = (value: string) => (value === never ? null : Number(value))
const choiceOf = (days: number | null) => (days === null ? never : String(days))

/** After how many days documents are erased: for all, and per class. Off by default. */
export function RetentionForm() {
  const { t } = useTranslation('privacy')
  const { data, isError, refetch } = useRetention()
  if (isError && !data)
    return <FailedNotice onRetry={() => void refetch()}>{t('retention.failed')}</FailedNotice>
  return data ? <Form key={JSON.stringify([data.days, data.classes])} saved={data} /> : null
}

function Form({ saved }: { saved: Retention }) {
  const { t, i18n } = useTranslation('privacy')
  const [general, setGeneral] = useState(choiceOf(saved.days))
  const [classChoices, setClassChoices] = useState(
    () => new Map(saved.classes.map(({ class_group_id, days }) => [class_group_id, choiceOf(days)])),
  )
  const [confirming, setConfirming] = useState<RetentionInput | null>(null)
  const classGroups = useClassNames().data ?? []
  const preview = useRetentionPreview(confirming)
  const save = useSaveRetention()

  const offered = [
    ...new Set([
      ...retentionDays.offered,
      ...[saved.days ?? []].flat(),
      ...saved.classes.flatMap(({ days }) => days ?? []),
    ]),
  ]
  const days = offered
    .sort((a, b) => a - b)
    .map((count) => ({
      value: String(count),
      label: t('retention.days', { count, days: formatNumber(i18n, count) }),
    }))
  const choices = [{ value: never, label: t('retention.never') }, ...days]
  const input: RetentionInput = {
    days: daysOf(general),
    classes: [...classChoices].map(([class_group_id, value]) => ({ class_group_id, days: daysOf(value) })),
    language: i18n.language,
  }
  const erases = input.days !== null || input.classes.some((rule) => rule.days !== null)
  const isSame =
    general === choiceOf(saved.days) &&
    classChoices.size === saved.classes.length &&
    saved.classes.every((rule) => classChoices.get(rule.class_group_id) === choiceOf(rule.days))

  const saveChoice = (choice: RetentionInput) =>
    save.mutate(choice, {
      onSuccess: () => {
        setConfirming(null)
        toast.success(t('retention.saved'))
      },
      onError: (thrown) => {
        setConfirming(null)
        toast.error(t('retention.notSaved', { detail: detailOf(thrown) }))
      },
    })
  const choose = (class_group_id: string, value: string) => {
    const next = new Map(classChoices)
    if (value === sameAsGeneral) next.delete(class_group_id)
    else next.set(class_group_id, value)
    setClassChoices(next)
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (erases) setConfirming(input)
        else saveChoice(input)
      }}
    >
      <RetentionNotice linked={false} />
      <NativeSelect
        label={t('retention.label')}
        description={t('retention.note', { days: retentionNotice.leastDays })}
        value={general}
        onChange={(event) => setGeneral(event.currentTarget.value)}
        data={choices}
        className={classes.general ?? ''}
      />
      {classGroups.length > 0 && (
        <details className={classes.classes} open={saved.classes.length > 0}>
          <summary>{t('retention.classes')}</summary>
          <div className={classes.list}>
            {classGroups.map(({ id, class_name, academic_year }) => (
              <NativeSelect
                key={id}
                label={academic_year ? `${class_name}, ${academic_year}` : class_name}
                value={classChoices.get(id) ?? sameAsGeneral}
                onChange={(event) => choose(id, event.currentTarget.value)}
                data={[{ value: sameAsGeneral, label: t('retention.asGeneral') }, ...choices]}
              />
            ))}
          </div>
        </details>
      )}
      <Button type="submit" variant="default" disabled={isSame} loading={save.isPending}>
        {t('retention.save')}
      </Button>
      <ConfirmDialog
        opened={confirming !== null}
        title={t('retention.confirm.title')}
        confirm={t('retention.confirm.do')}
        destructive
        busy={save.isPending || preview.isPending}
        onConfirm={() => confirming && saveChoice(confirming)}
        onClose={() => setConfirming(null)}
      >
        <p>{t('retention.confirm.text')}</p>
        {preview.data && (
          <p role="status">
            {preview.data.overdue === 0
              ? t('retention.preview.none')
              : t('retention.preview.some', {
                  count: preview.data.overdue,
                  documents: formatNumber(i18n, preview.data.overdue),
                  first: preview.data.first_at === null ? '' : formatDate(i18n, preview.data.first_at),
                })}
          </p>
        )}
        {preview.isError && (
          <Notice tone="error">{t('retention.preview.failed', { detail: detailOf(preview.error) })}</Notice>
        )}
      </ConfirmDialog>
    </form>
  )
}
