import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { backLink } from '../../features/reports/document-header.tsx'
import { MissingId, TextScreen } from '../../features/reports/extracted-text/text-screen.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'

export default function TextViewPage() {
  const { t } = useTranslation('report')
  const { documentId = '' } = useParams()
  const [search] = useSearchParams()
  const back = backLink(search)
  return (
    <SignedIn title={t('textView.title')} required={t('textView.loginRequired')}>
      {documentId.trim() === '' ? <MissingId back={back} /> : <TextScreen key={documentId} documentId={documentId} back={back} />}
    </SignedIn>
  )
}
