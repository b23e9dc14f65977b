import { type Document, type Report as ReportData, shownParagraphs } from '@penmark/contract'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { WrittenInClass } from '../baseline/written-in-class.tsx'
import { Distribution } from '../distribution/distribution.tsx'
import { Explanation } from '../explanation/explanation.tsx'
import { MarkedText } from '../marked-text/marked-text.tsx'
import { paragraphId } from '../marked-text/paragraph.tsx'
import { ScoreDetails } from '../result/score-details.tsx'
import { VerdictCard } from '../result/verdict-card.tsx'
import { FileChecks } from './file-checks.tsx'
import { ReportRecord } from './record.tsx'
import { ReferenceLookUp } from './reference-look-up.tsx'
import classes from './report.module.css'
import { ResultHistory } from './result-history.tsx'
import { FoldedSection } from './section.tsx'

interface ReportProps {
  report: ReportData
  document: Document | undefined
  /** The button that downloads the PDF. */
  pdf: ReactNode
  /** How the document compares with others. */
  comparison?: ReactNode
  /** Adds what else is known about a passage to its explanation. */
  passageNote?: ((text: string) => ReactNode) | undefined
  /** An example report: it belongs to no student, so there is nobody to talk to. */
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

/** A CSS string. Quotes, backslashes and line breaks would end it early. */
function quoted(text: string): string {
  return `"${text.replace(/["\\\n\r\f]/g, ' ')}"`
}

/** The footer of every printed page: the report's address, the text's hash and the page number. */
export function printFooter(address: string, textHash: string | null): string {
  const lines = textHash ? `${quoted(address)} "\\A" ${quoted(`SHA-256 ${textHash}`)}` : quoted(address)
  const face = 'font: 7pt "Source Sans 3 Variable", sans-serif; vertical-align: top; padding-top: 3mm'
  return `@page {
  size: A4;
  margin: 16mm 16mm 22mm;
  @bottom-left { content: ${lines}; white-space: pre; text-align: left; width: 85%; ${face} }
  @bottom-right { content: counter(page) " / " counter(pages); text-align: right; ${face} }
}`
}

/** Adds the print footer while the report is shown. It needs its own style sheet because its content comes from the report. */
function usePrintFooter(documentId: string, textHash: string | null): void {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(printFooter(`${window.location.origin}/documents/${encodeURIComponent(documentId)}/report`, textHash))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    }
  }, [documentId, textHash])
}
