import { type Document, type Report as ReportData, shownParagraphs } from '@penmark/contract'
import { type ReactNode, useCallback, useMemo } from 'react'
import { WrittenInClass } from '../baseline/written-in-class.tsx'
import { Distribution } from '../distribution/distribution.tsx'
import { Explanation } from '../explanation/explanation.tsx'
import { MarkedText } from '../marked-text/marked-text.tsx'
import { paragraphId } from '../marked-text/paragraph.tsx'
import { ScoreDetails } from '../result/score-details.tsx'
import { VerdictCard } from '../result/verdict-card.tsx'
import { FileChecks } from './file-checks.tsx'
import { NextSteps } from './guidance.tsx'
import { usePrintFooter } from './print-footer.ts'
import { ReportRecord } from './record.tsx'
import { ReferenceLookUp } from './reference-look-up.tsx'
import classes from './report.module.css'
import { ResultHistory } from './result-history.tsx'

interface ReportProps {
  report: ReportData
  document: Document | undefined
  /** The button that downloads the PDF. */
  pdf: ReactNode
  /** How the document compares with others. */
  comparison?: ReactNode
  /** What else is known about a passage, shown where it is explained. */
  passageNote?: ((text: string) => ReactNode) | undefined
  /** A ready report: it belongs to no student, so there is nobody to talk to. */
  isExample?: boolean
}

const isScored = (report: ReportData): report is ReportData & { score: number } => report.score !== null

/** A completed report: the result, the text with its passages, and everything else folded below. */
export function Report({ report, document, pdf, comparison, passageNote, isExample = false }: ReportProps) {
  const paragraphs = useMemo(() => shownParagraphs(report), [report])
  usePrintFooter(report.document_id, report.text_hash)
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
      {!isExample && isScored(report) && <WrittenInClass report={report} />}
      {comparison}
      <ResultHistory checks={report.checks} />
      <MarkedText paragraphs={paragraphs} isScored={report.score !== null} passageNote={passageNote} />
      <div>
        {report.score !== null && <NextSteps marked={paragraphs.some(({ passages }) => passages.length > 0)} />}
        <FileChecks facts={report.facts} lookUp={!isExample && hasList && <ReferenceLookUp id={report.document_id} />} />
        <ScoreDetails report={report} />
        {hasCurve && <Distribution paragraphs={paragraphs} band={report.sentence_band} onJump={jump} />}
        <Explanation report={report} onJump={jump} />
        <ReportRecord report={report} filename={document?.original_filename} />
      </div>
    </div>
  )
}
