import type { Document, Report as ReportData } from '@penmark/contract'
import { isWithdrawn, shownParagraphs } from '@penmark/wording'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EvidenceRow } from '../../../../ui/evidence/evidence-row.tsx'
import { WrittenInClass } from '../baseline/written-in-class.tsx'
import { Distribution } from '../distribution/distribution.tsx'
import { Explanation } from '../explanation/explanation.tsx'
import { MarkedText } from '../marked-text/marked-text.tsx'
import { paragraphId } from '../marked-text/paragraph.tsx'
import classes from '../report.module.css'
import { ScoreDetails } from '../result/score-details.tsx'
import { VerdictCard } from '../result/verdict-card.tsx'
import { FoldedSection } from '../section.tsx'
import { FileCell } from './file-cell.tsx'
import { FileChecks } from './file-checks.tsx'
import { ReportRecord } from './record.tsx'
import { ReferenceLookUp } from './reference-look-up.tsx'
import { ResultHistory } from './result-history.tsx'

interface ReportProps {
  report: ReportData
  document: Document | undefined
  /** The button that downloads the PDF. */
  pdf: ReactNode
  /** Cells of the row of evidence from other sources than the report itself. */
  evidence?: ReactNode
  /** What stands behind those cells. */
  comparison?: ReactNode
  /** Adds what else is known about a passage to its explanation. */
  passageNote?: ((text: string) => ReactNode) | undefined
  /** An example report: it belongs to no student, so there is nobody to talk to. */
  isExample?: boolean
}

const isScored = (report: ReportData): report is ReportData & { score: number } => report.score !== null

/**
 * A completed report: the result, one row of evidence, the text with its passages, and everything else below.
 */
export function Report({
  report,
  document,
  pdf,
  evidence,
  comparison,
  passageNote,
  isExample = false,
}: ReportProps) {
  const { t } = useTranslation('report')
  const paragraphs = useMemo(() => shownParagraphs(report), [report])
  const jump = useCallback((paragraph: number) => {
    const target = window.document.getElementById(paragraphId(paragraph))
    target?.scrollIntoView({ block: 'start' })
    target?.focus({ preventScroll: true })
  }, [])
  const hasCurve = paragraphs.some(({ sentences }) => sentences.some(({ score }) => score !== null))
  const hasList = report.facts.some(({ kind }) => kind === 'reference-list')
  return (
    <div className={classes.report}>
      <VerdictCard report={report} pdf={pdf} hasConversation={!isExample} />
      <EvidenceRow label={t('evidence.title')}>
        <FileCell facts={report.facts} />
        {evidence}
      </EvidenceRow>
      <ResultHistory checks={report.checks} />
      <MarkedText paragraphs={paragraphs} isScored={report.score !== null} passageNote={passageNote} />
      {!isExample && isScored(report) && !isWithdrawn(report.finding, report.checks.slice(1)) && (
        <WrittenInClass report={report} />
      )}
      {comparison}
      <div>
        {report.score !== null && (
          <NextSteps marked={paragraphs.some(({ passages }) => passages.length > 0)} />
        )}
        <FileChecks
          facts={report.facts}
          filename={document?.original_filename ?? null}
          lookUp={!isExample && hasList && <ReferenceLookUp id={report.document_id} />}
        />
        <FoldedSection title={t('forTheRecord.title')} lead={t('forTheRecord.text')}>
          <ScoreDetails report={report} />
          {hasCurve && <Distribution paragraphs={paragraphs} band={report.sentence_band} onJump={jump} />}
          <Explanation report={report} onJump={jump} />
          <ReportRecord report={report} filename={document?.original_filename} />
        </FoldedSection>
      </div>
    </div>
  )
}

/** Questions to ask the student. `marked`: whether there are marked passages to ask about. */
function NextSteps({ marked }: { marked: boolean }) {
  const { t } = useTranslation('report')
  return (
    <FoldedSection title={t('next.title')} lead={t('next.lead')}>
      <ol className={classes.list}>
        <li>{t('next.talk')}</li>
        <li>{t('next.drafts')}</li>
        {marked && <li>{t('next.passage')}</li>}
        <li>{t('next.compare')}</li>
        <li>{t('next.decide')}</li>
      </ol>
    </FoldedSection>
  )
}
