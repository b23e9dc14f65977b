import type { LtiStudentsAdded } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { showNumber } from '../../../lib/format/format.ts'

/** How a class came in line with its course. */
export function AddedStudents({ added, left_out, removed }: LtiStudentsAdded) {
  const { t, i18n } = useTranslation('integrations')
  return (
    <p role="status">
      {t('lti.students.added', { count: added, shown: showNumber(i18n, added) })}{' '}
      {left_out > 0 && t('lti.students.left', { count: left_out, shown: showNumber(i18n, left_out) })}{' '}
      {removed > 0 && t('lti.students.removed', { count: removed, shown: showNumber(i18n, removed) })}
    </p>
  )
}
