import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

/** Where the tab of a teacher ends who signs in again for the page in another tab. Some browsers leave it open. */
export default function SignedInPage() {
  const { t } = useTranslation('shell')
  useEffect(() => window.close(), [])
  return <PageHeader title={t('signedIn.title')} lead={t('signedIn.text')} />
}
