import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { AddedStudents } from './added-students.tsx'
import classes from './lti.module.css'
import { useAddStudents } from './use-lti.ts'

/** Asks once, when a course becomes a class here, whether its students come along. */
export function AddStudents({ classId, onGo }: { classId: string; onGo: () => void }) {
  const { t } = useTranslation('integrations')
  const add = useAddStudents(classId)
  return (
    <div className={classes.confirm}>
      <h2>{t('lti.students.title')}</h2>
      {add.data ? <AddedStudents {...add.data} /> : <p>{t('lti.students.text')}</p>}
      {add.isError && <Notice tone="error">{t('lti.students.failed', { detail: detailOf(add.error) })}</Notice>}
      <div className={classes.actions}>
        {!add.data && (
          <Button onClick={() => add.mutate()} loading={add.isPending}>
            {t('lti.students.add')}
          </Button>
        )}
        <Button variant={add.data ? 'filled' : 'default'} onClick={onGo}>
          {t('lti.students.go')}
        </Button>
      </div>
    </div>
  )
}
