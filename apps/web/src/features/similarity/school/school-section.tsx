import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { requestsAddress } from './requests.ts'

/** What it means for a teacher that their school compares texts across teachers. */
export function SchoolComparisonText({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('profile')
  return (
    <>
      <p className={className}>{t('school.text')}</p>
      <p className={className}>
        <Link to={requestsAddress}>{t('school.requests')}</Link>
      </p>
    </>
  )
}
