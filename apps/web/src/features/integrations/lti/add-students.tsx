import { Button } from '@mantine/core'
import type { LtiStudentsAdded } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import layout from '../../../ui/theme/layout.module.css'
import classes from './lti.module.css'
import { useAddStudents, useCourse } from './use-lti.ts'

/**
 * For a class that came from a platform's course: updates its students from the course. Renders nothing for
 * other classes.
 */
export function CourseStudents({ classId }: { classId: string }) {
  const { t } = useTranslation('integrations')
  const platform = useCourse(classId).data?.platform ?? null
  const update = useAddStudents(classId)
  if (platform === null) return null
  return (
    <Notice
      tone={update.isError ? 'error' : 'info'}
      action={
        <Button variant="default" onClick={() => update.mutate()} loading={update.isPending}>
          {t('lti.course.action')}
        </Button>
      }
    >
      {update.data ? <AddedStudents {...update.data} /> : t('lti.course.text', { platform })}
      {update.isError && ` ${t('lti.students.failed', { detail: detailOf(update.error) })}`}
    </Notice>
  )
}

/** Asks once, when a course becomes a class, whether to add its students. */
export function AddStudents({ classId, onGo }: { classId: string; onGo: () => void }) {
  const { t } = useTranslation('integrations')
  const add = useAddStudents(classId)
  return (
    <div className={classes.confirm}>
      <h2>{t('lti.students.title')}</h2>
      {add.data ? <AddedStudents {...add.data} /> : <p>{t('lti.students.text')}</p>}
      {add.isError && (
        <Notice tone="error">{t('lti.students.failed', { detail: detailOf(add.error) })}</Notice>
      )}
      <div className={layout.row}>
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

/** The result of updating a class from its course. */
function AddedStudents({ added, left_out, removed, skipped }: LtiStudentsAdded) {
  const { t, i18n } = useTranslation('integrations')
  return (
    <p role="status">
      {t('lti.students.added', { count: added, shown: formatNumber(i18n, added) })}{' '}
      {left_out > 0 && t('lti.students.left', { count: left_out, shown: formatNumber(i18n, left_out) })}{' '}
      {skipped.length > 0 &&
        t('lti.students.skipped', { names: new Intl.ListFormat(i18n.language).format(skipped) })}{' '}
      {removed > 0 && t('lti.students.removed', { count: removed, shown: formatNumber(i18n, removed) })}
    </p>
  )
}
