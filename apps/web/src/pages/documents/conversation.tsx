import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { CaseOfDocument } from '../../features/cases/case-of-document.tsx'
import { ConversationScreen } from '../../features/reports/conversation/conversation-screen.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function ConversationPage() {
  const { t } = useTranslation('report')
  const { documentId = '' } = useParams()
  return (
    <SignedIn title={t('talk.title')} required={t('problem.required')}>
      <ConversationScreen
        key={documentId}
        documentId={documentId}
        extras={(document, notes) => <CaseOfDocument document={document} notes={notes} />}
      />
    </SignedIn>
  )
}
