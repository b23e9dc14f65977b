import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import {
  LazyDocumentWriting,
  LazyPassageWriting,
  LazyWritingCell,
} from '../../features/authorship/record/lazy-document-writing.tsx'
import { backLink } from '../../features/documents/reports/document-header.tsx'
import { EarlierCell } from '../../features/documents/reports/earlier-writing/earlier-cell.tsx'
import { EarlierWriting } from '../../features/documents/reports/earlier-writing/earlier-writing.tsx'
import { ReportScreen } from '../../features/documents/reports/screen/report-screen.tsx'
import {
  HandedInBefore,
  HandedInBeforeCell,
  SourceCell,
} from '../../features/similarity/report/handed-in-before.tsx'
import { SharedCell } from '../../features/similarity/report/shared-cell.tsx'
import { SharedInReport } from '../../features/similarity/report/shared-in-report.tsx'
import { SchoolCell } from '../../features/similarity/school/school-cell.tsx'
import { SignedIn } from '../../ui/signed-in/signed-in.tsx'
import { preloadReadingFont } from '../../ui/theme/preload-reading-font.ts'

export default function ReportPage() {
  preloadReadingFont()
  const { t } = useTranslation('report')
  const { documentId = '' } = useParams()
  const [search] = useSearchParams()
  return (
    <SignedIn title={t('title')} required={t('problem.required')}>
      <ReportScreen
        key={documentId}
        documentId={documentId}
        back={backLink(search)}
        passageNote={(text) => <LazyPassageWriting documentId={documentId} text={text} />}
        evidence={(document, report) => (
          <>
            <SharedCell document={document} />
            <HandedInBeforeCell documentId={document.id} />
            <SourceCell documentId={document.id} />
            <SchoolCell documentId={document.id} />
            <EarlierCell report={report} hasStudent={document.student_id !== null} />
            <LazyWritingCell documentId={document.id} />
          </>
        )}
        comparison={(document) => (
          <>
            {document.student_id !== null && <EarlierWriting documentId={document.id} />}
            <SharedInReport document={document} />
            <HandedInBefore documentId={document.id} />
            <LazyDocumentWriting documentId={document.id} />
          </>
        )}
      />
    </SignedIn>
  )
}
