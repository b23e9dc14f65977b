import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { CaseOfDocument } from '../../features/cases/case-of-document.tsx'
import { ConversationScreen } from '../../features/documents/reports/conversation/conversation-screen.tsx'
import { readAsksAtOnce } from '../../lib/addresses/addresses.ts'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function ConversationPage() {
  const { t } = useTranslation('report')
  const { documentId = '' } = useParams()
  const asksAtOnce = readAsksAtOnce(useLocation().state)
  return (
    <SignedIn title={t('talk.title')} required={t('problem.required')}>
      <ConversationScreen
        key={documentId}
        documentId={documentId}
        extras={(document, notes) => (
          <CaseOfDocument document={document} notes={notes} asksAtOnce={asksAtOnce} />
        )}
      />
    </SignedIn>
  )
}
