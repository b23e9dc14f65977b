import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { AddedStudents } from './add-students.tsx'
import { useAddStudents, useCourse } from './use-lti.ts'

/** For a class that came from a platform's course: updates its students from the course. Renders nothing for other classes. */
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
