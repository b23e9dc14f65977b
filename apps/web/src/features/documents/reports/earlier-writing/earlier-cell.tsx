import type { Report } from '@penmark/contract'
import { baselineSentences, earlierCell } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { EvidenceCell } from '../../../../ui/evidence/evidence-row.tsx'
import { writtenInClassId } from '../baseline/written-in-class.tsx'
import { useBaseline, useEarlierWriting } from '../queries.ts'
import { useEvidenceTexts } from '../use-evidence-texts.ts'
import { useReportFormat } from '../use-report-format.ts'
import { earlierWritingId, hasEarlierSection } from './earlier-writing.tsx'

interface EarlierCellProps {
  report: Report
  /** False for a text of nobody, which has no earlier writing. */
  hasStudent: boolean
}

/**
 * What work written in class says of the text: whether it softens the finding, and whether the student writes
 * in this manner.
 */
export function EarlierCell({ report, hasStudent }: EarlierCellProps) {
  const { t } = useTranslation('report')
  const texts = useEvidenceTexts()
  const softened = useSoftenedHeadline(report)
  const { data, isPending, isError } = useEarlierWriting(report.document_id)
  const own = hasStudent && data ? earlierCell(data, texts) : null
  if (hasStudent && isPending) return <EvidenceCell title={t('evidence.earlier')} tone={null} />
  if (softened !== null)
    return (
      <EvidenceCell
        title={t('evidence.earlier')}
        tone="known"
        action={<a href={`#${writtenInClassId}`}>{t('evidence.earlier.show')}</a>}
      >
        <b>{t('evidence.softened', { finding: t(softened) })}</b>
      </EvidenceCell>
    )
  if (own === null || isError) return null
  const action = data && hasEarlierSection(data) && (
    <a href={`#${earlierWritingId}`}>{t('evidence.earlier.show')}</a>
  )
  return (
    <EvidenceCell title={t('evidence.earlier')} tone={own.tone} action={action}>
      {own.text}
    </EvidenceCell>
  )
}

/** The headline as which work written in class tells to read the finding; null if it changes nothing. */
function useSoftenedHeadline(report: Report) {
  const format = useReportFormat()
  const { data } = useBaseline(report.document_id)
  const sentence =
    data && baselineSentences(report, data, format).find(({ key }) => key === 'baseline.softened')
  return sentence?.headline ?? null
}
