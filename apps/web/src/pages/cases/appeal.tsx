import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { AppealScreen } from '../../features/cases/appeals/appeal-screen.tsx'
import { FactList } from '../../features/reports/report/file-checks.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function AppealPage() {
  const { t } = useTranslation('cases')
  const { appealId = '' } = useParams()
  return (
    <SignedIn title={t('appeals.one')} required={t('loginRequired')}>
      <AppealScreen key={appealId} id={appealId} renderFacts={(facts) => <FactList facts={facts} isScored={false} />} />
    </SignedIn>
  )
}
