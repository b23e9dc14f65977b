import { Button, NumberInput } from '@mantine/core'
import { type AdminTeacher, adminRoutes } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { toast } from '../../ui/toast/toast.tsx'
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
      <p className={classes.soft}>{t(hasSchoolsPlan ? 'plan.take.text' : 'plan.give.text')}</p>
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

type FieldValue = number | string

/** An empty field is null; anything else is an integer. */
const integerOrNull = (value: FieldValue): number | null => {
  const number = Number.parseInt(String(value), 10)
  return Number.isNaN(number) ? null : number
}

function Editor({ teacher, onClose }: { teacher: AdminTeacher; onClose: () => void }) {
  const { t, i18n } = useTranslation(['admin', 'ui'])
  const queryClient = useQueryClient()
  const [wordLimit, setWordLimit] = useState<FieldValue>(teacher.custom_word_limit_override ?? '')
  const [charLimit, setCharLimit] = useState<FieldValue>(teacher.custom_char_limit_override ?? '')
  const [used, setUsed] = useState<FieldValue>('')
  const save = useMutation({
    mutationFn: () =>
      call(adminRoutes.updateUsageLimits, {
        kinde_id: teacher.kinde_id,
        custom_word_limit_override: integerOrNull(wordLimit),
        custom_char_limit_override: integerOrNull(charLimit),
        words_used_current_cycle: integerOrNull(used),
      }),
    onSuccess: () => {
      toast.success(t('limits.saved'))
      void queryClient.invalidateQueries({ queryKey: adminKeys.list('teachers') })
      void queryClient.invalidateQueries({ queryKey: ['profile'] })
      onClose()
    },
  })
  const field = {
    min: 0,
    max: 2_000_000_000,
    allowDecimal: false,
    allowNegative: false,
    hideControls: true,
  } as const
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <div className={classes.fields}>
        <p className={classes.soft}>
          {t('limits.of', {
            name: nameOf(teacher) ?? teacher.kinde_id,
            plan: teacher.current_plan,
            used: formatNumber(i18n, teacher.words_used_current_cycle),
          })}
        </p>
        <PlanEditor teacher={teacher} onDone={onClose} />
        {save.isError && <Notice tone="error">{t('limits.failed', { detail: detailOf(save.error) })}</Notice>}
        <NumberInput
          {...field}
          label={t('limits.words')}
          description={t('limits.words.text')}
          value={wordLimit}
          onChange={setWordLimit}
          data-autofocus
        />
        <NumberInput
          {...field}
          label={t('limits.characters')}
          description={t('limits.characters.text')}
          value={charLimit}
          onChange={setCharLimit}
        />
        <NumberInput
          {...field}
          label={t('limits.used')}
          description={t('limits.used.text')}
          value={used}
          onChange={setUsed}
        />
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
