import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { CaseScreen } from '../../features/cases/case-screen.tsx'
import { FactList } from '../../features/reports/report/file-checks.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function CasePage() {
  const { t } = useTranslation('cases')
  const { caseId = '' } = useParams()
  return (
    <SignedIn title={t('case')} required={t('loginRequired')}>
      <CaseScreen key={caseId} id={caseId} renderFacts={(facts) => <FactList facts={facts} isScored={false} />} />
    </SignedIn>
  )
}
