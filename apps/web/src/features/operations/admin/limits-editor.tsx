import { Button, TextInput } from '@mantine/core'
import { type AdminTeacher, adminRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import cells from '../../../ui/table/cells.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from './admin.module.css'
import { adminKeys, nameOf } from './admin-list.tsx'

interface PlanEditorProps {
  teacher: AdminTeacher
  onDone: () => void
}

/** Gives or takes away the plan agreed with sales. */
function PlanEditor({ teacher, onDone }: PlanEditorProps) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const hasSchoolsPlan = teacher.current_plan === 'SCHOOLS'
  const changePlan = useMutation({
    mutationFn: () =>
      call(adminRoutes.changePlan, { kinde_id: teacher.kinde_id, plan: hasSchoolsPlan ? 'FREE' : 'SCHOOLS' }),
    onSuccess: ({ current_plan }) => {
      toast.success(t('plan.changed', { plan: current_plan }))
      void queryClient.invalidateQueries({ queryKey: adminKeys.list('teachers') })
      void queryClient.invalidateQueries({ queryKey: ['profile'] })
      onDone()
    },
  })
  return (
    <div>
      {changePlan.isError && (
        <Notice tone="error">{t('plan.failed', { detail: detailOf(changePlan.error) })}</Notice>
      )}
      <Button
        variant="default"
        size="compact-sm"
        loading={changePlan.isPending}
        onClick={() => changePlan.mutate()}
      >
        {t(hasSchoolsPlan ? 'plan.take' : 'plan.give')}
      </Button>
      <p className={cells.muted}>{t(hasSchoolsPlan ? 'plan.take.text' : 'plan.give.text')}</p>
    </div>
  )
}

interface LimitsEditorProps {
  /** Null closes the dialog. */
  teacher: AdminTeacher | null
  onClose: () => void
}

/** Changes the allowance of one teacher. */
export function LimitsEditor({ teacher, onClose }: LimitsEditorProps) {
  const { t } = useTranslation('admin')
  return (
    <Dialog opened={teacher !== null} onClose={onClose} title={t('limits.title')}>
      {teacher && <Editor key={teacher.id} teacher={teacher} onClose={onClose} />}
    </Dialog>
  )
}

/** Far more words than anybody writes, and within what the database holds. */
const most = 2_000_000_000

/** An empty field is null; anything else a whole number of at least 0, or it is refused. */
function readField(field: HTMLInputElement): number | null | 'invalid' {
  // A browser empties the value of a field that holds no number.
  if (field.validity.badInput) return 'invalid'
  if (field.value.trim() === '') return null
  const number = Number(field.value)
  return Number.isInteger(number) && number >= 0 && number <= most ? number : 'invalid'
}

const fields = [
  { name: 'custom_word_limit_override', label: 'limits.words' },
  { name: 'custom_char_limit_override', label: 'limits.characters' },
  { name: 'words_used_current_cycle', label: 'limits.used' },
] as const
type Limits = Record<(typeof fields)[number]['name'], number | null>

function Editor({ teacher, onClose }: { teacher: AdminTeacher; onClose: () => void }) {
  const { t, i18n } = useTranslation(['admin', 'ui'])
  const queryClient = useQueryClient()
  const [invalid, setInvalid] = useState<readonly string[]>([])
  const save = useMutation({
    mutationFn: (limits: Limits) =>
      call(adminRoutes.updateUsageLimits, { kinde_id: teacher.kinde_id, ...limits }),
    onSuccess: () => {
      toast.success(t('limits.saved'))
      void queryClient.invalidateQueries({ queryKey: adminKeys.list('teachers') })
      void queryClient.invalidateQueries({ queryKey: ['profile'] })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { elements } = event.currentTarget
    const read = fields.map(({ name }) => [name, readField(elements.namedItem(name) as HTMLInputElement)])
    const refused = read.flatMap(([name, value]) => (value === 'invalid' ? [String(name)] : []))
    setInvalid(refused)
    if (refused.length === 0) save.mutate(Object.fromEntries(read) as Limits)
  }
  const stored: Limits = { ...teacher, words_used_current_cycle: null }
  return (
    <form noValidate onSubmit={submit}>
      <div className={classes.fields}>
        <p className={cells.muted}>
          {t('limits.of', {
            name: nameOf(teacher) ?? teacher.kinde_id,
            plan: teacher.current_plan,
            used: formatNumber(i18n, teacher.words_used_current_cycle),
          })}
        </p>
        <PlanEditor teacher={teacher} onDone={onClose} />
        {save.isError && <Notice tone="error">{t('limits.failed', { detail: detailOf(save.error) })}</Notice>}
        {fields.map(({ name, label }, nth) => (
          <TextInput
            key={name}
            type="number"
            name={name}
            min={0}
            max={most}
            step={1}
            label={t(label)}
            description={t(`${label}.text`)}
            defaultValue={stored[name] ?? ''}
            error={invalid.includes(name) && t('limits.invalid', { most: formatNumber(i18n, most) })}
            {...(nth === 0 && { 'data-autofocus': true })}
          />
        ))}
      </div>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('limits.save')}
        </Button>
      </DialogActions>
    </form>
  )
}
