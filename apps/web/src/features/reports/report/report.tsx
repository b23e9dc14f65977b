import { type Document, markParagraphs, type Report as ReportData } from '@penmark/contract'
import { useCallback, useMemo } from 'react'
import { Distribution } from '../distribution/distribution.tsx'
import { Explanation } from '../explanation/explanation.tsx'
import { MarkedText } from '../marked-text/marked-text.tsx'
import { paragraphId } from '../marked-text/paragraph.tsx'
import { Result } from '../result/result.tsx'
import { FileChecks } from './file-checks.tsx'
import { Limits, NextSteps } from './guidance.tsx'
import { usePrintFooter } from './print-footer.ts'
import { ReportRecord } from './record.tsx'
import classes from './report.module.css'
import { ResultHistory } from './result-history.tsx'

interface ReportProps {
  report: ReportData
  document: Document | undefined
}

/** A completed report, from the result down to the technical details. */
export function Report({ report, document }: ReportProps) {
  const paragraphs = useMemo(() => markParagraphs(report.results), [report.results])
  usePrintFooter(report.document_id, report.text_hash)
  const jump = useCallback((paragraph: number) => {
    const target = window.document.getElementById(paragraphId(paragraph))
    target?.scrollIntoView({ block: 'start' })
    target?.focus({ preventScroll: true })
  }, [])
  const hasCurve = paragraphs.some(({ sentences }) => sentences.some(({ score }) => score !== null))
  return (
    <div className={classes.report}>
      <Result report={report} />
      <ResultHistory checks={report.checks} />
      {hasCurve && <Distribution paragraphs={paragraphs} band={report.sentence_band} onJump={jump} />}
      <MarkedText paragraphs={paragraphs} isScored={report.score !== null} />
      <Explanation report={report} onJump={jump} />
      <FileChecks facts={report.facts} />
      <NextSteps marked={paragraphs.some(({ passages }) => passages.length > 0)} />
      <Limits calibration={report.calibration} wordsNeeded={report.words_needed} isScored={report.score !== null} />
      <ReportRecord report={report} filename={document?.original_filename} />
    </div>
  )
}
