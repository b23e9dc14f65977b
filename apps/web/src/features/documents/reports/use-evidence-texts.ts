import type { EvidenceTexts } from '@penmark/wording'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useReportFormat } from './use-report-format.ts'

/** The words of the row of evidence in the reader's language. */
export function useEvidenceTexts(): EvidenceTexts {
  const { t } = useTranslation('report')
  const { count, share } = useReportFormat()
  return useMemo(() => ({ text: (key, values) => t(key, values), count, share }), [t, count, share])
}
