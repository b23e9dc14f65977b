import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { AppealList, AppealScreen } from '../../features/cases/appeal-screen.tsx'
import { CaseList } from '../../features/cases/case-list.tsx'
import { CaseScreen } from '../../features/cases/case-screen.tsx'
import { FindingRecord } from '../../features/cases/finding-record.tsx'
import { FactList } from '../../features/documents/reports/report/file-checks.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export function CasesPage() {
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

export function CasePage() {
  const { t } = useTranslation('cases')
  const { caseId = '' } = useParams()
  return (
    <SignedIn title={t('case')} required={t('loginRequired')}>
      <CaseScreen
        key={caseId}
        id={caseId}
        renderFacts={(facts, filename) => <FactList facts={facts} filename={filename} isScored={false} />}
      />
    </SignedIn>
  )
}

export function AppealPage() {
  const { t } = useTranslation('cases')
  const { appealId = '' } = useParams()
  return (
    <SignedIn title={t('appeals.one')} required={t('loginRequired')}>
      <AppealScreen
        key={appealId}
        id={appealId}
        renderFacts={(facts, filename) => <FactList facts={facts} filename={filename} isScored={false} />}
      />
    </SignedIn>
  )
}
