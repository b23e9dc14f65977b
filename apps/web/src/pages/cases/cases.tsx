import { useTranslation } from 'react-i18next'
import { AppealList } from '../../features/cases/appeals/appeal-list.tsx'
import { CaseList, FindingRecord } from '../../features/cases/case-list.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function CasesPage() {
  const { t } = useTranslation('cases')
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      <PageHeader title={t('title')} lead={t('lead')} />
      <FindingRecord />
      <AppealList />
      <CaseList />
    </SignedIn>
  )
}
