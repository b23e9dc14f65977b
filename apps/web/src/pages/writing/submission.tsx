import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { RecordScreen } from '../../features/writing/record/record-screen.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function WritingSubmissionPage() {
  const { t } = useTranslation('writing-record')
  const { submissionId = '' } = useParams()
  return (
    <SignedIn title={t('title')} required={t('loginRequired')}>
      <RecordScreen key={submissionId} submissionId={submissionId} />
    </SignedIn>
  )
}
