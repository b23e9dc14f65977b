import type { WritingArrivalFinding } from '@penmark/contract'
import { arrivalSentences, formatDuration } from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatTime } from '../../../lib/format/format.ts'

/** Each finding in words: what the server saw, and what may explain it. */
export function useArrivalSentences(
  arrival: readonly WritingArrivalFinding[],
): { key: string; what: string; why: string }[] {
  const { t, i18n } = useTranslation('writing-record')
  return arrival.map((finding) => {
    const [what, why] = arrivalSentences(finding, {
      text: (key, values) => t(key, values),
      changes: (count) => t('changes', { count, shown: formatNumber(i18n, count) }),
      moment: (iso) => formatTime(i18n, iso),
      duration: (ms) => formatDuration(i18n.language, ms),
    })
    return { key: `${finding.kind} ${finding.received_from} ${finding.from}`, what, why }
  })
}
