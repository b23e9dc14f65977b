import { Button } from '@mantine/core'
import { binRoutes, Problem, rosterRoutes, type Student } from '@penmark/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { studentName } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from './students.module.css'

/** Erases a student at once, for somebody who asked for it. Deleting keeps them in the bin for some weeks. */
export function EraseStudent({ student, leadsTo }: { student: Student; leadsTo: string }) {
  const { t } = useTranslation('students')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const erase = useMutation({
    mutationFn: async ({ id }: Student) => {
      await call(rosterRoutes.deleteStudent, { id })
      await call(binRoutes.eraseBinItem, { id }).catch((thrown: unknown) => {
        if (!(thrown instanceof Problem && thrown.code === 'not_found')) throw thrown
      })
    },
    onSuccess: () => {
      toast.success(t('erase.done'))
      void navigate(leadsTo)
      void queryClient.invalidateQueries()
    },
    onError: (error) => {
      setConfirming(false)
      toast.error(t('erase.failed', { detail: detailOf(error) }))
    },
  })
  return (
    <div className={classes.erase}>
      <Button variant="subtle" color="red" onClick={() => setConfirming(true)}>
        {t('erase.open')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={t('erase.title')}
        confirm={t('erase.do')}
        destructive
        busy={erase.isPending}
        onConfirm={() => erase.mutate(student)}
        onClose={() => setConfirming(false)}
      >
        <p>
          <strong>{studentName(student)}</strong>
        </p>
        <p>{t('erase.text')}</p>
      </ConfirmDialog>
    </div>
  )
}
