import { type Document, markParagraphs, type Report as ReportData } from '@penmark/contract'
import { useCallback, useMemo } from 'react'
import { Because } from './because/because.tsx'
import { Checks } from './checks.tsx'
import { Limits } from './limits.tsx'
import { NextSteps } from './next-steps.tsx'
import { PlainFacts } from './plain-facts.tsx'
import { usePrintFooter } from './print-footer.ts'
import { ReportRecord } from './record.tsx'
import classes from './report.module.css'
import { Result } from './result.tsx'
import { MarkedText } from './text/marked-text.tsx'
import { paragraphId } from './text/paragraph.tsx'
import { Where } from './where/where.tsx'

interface ReportProps {
  report: ReportData
  document: Document | undefined
}

/** A completed report, top to bottom: what was found and how sure, where, the text itself, why, plain facts, what to do, limits, record. */
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
      <Checks checks={report.checks} />
      {hasCurve && <Where paragraphs={paragraphs} band={report.sentence_band} onJump={jump} />}
      <MarkedText paragraphs={paragraphs} isScored={report.score !== null} />
      <Because report={report} onJump={jump} />
      <PlainFacts facts={report.facts} />
      <NextSteps marked={paragraphs.some(({ passages }) => passages.length > 0)} />
      <Limits calibration={report.calibration} wordsNeeded={report.words_needed} isScored={report.score !== null} />
      <ReportRecord report={report} filename={document?.original_filename} />
    </div>
  )
}
