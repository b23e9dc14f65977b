import { findingRecordRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { formatDate, formatNumber } from '../../lib/format/format.ts'
import text from '../../ui/theme/text.module.css'
import { listsKey } from './addresses.ts'
import classes from './cases.module.css'

/** Fewer say nothing about a detector. */
const fewestShown = 5

/** How the teacher's own findings of this term ended; renders nothing before there are five, or if unknown. */
export function FindingRecord() {
  const { t, i18n } = useTranslation('cases')
  const { data } = useQuery({
    queryKey: [...listsKey, 'finding-record'],
    queryFn: ({ signal }) => call(findingRecordRoutes.readFindingRecord, {}, { signal }),
  })
  if (!data || data.decided < fewestShown) return null
  const { from, to, decided, cleared } = data
  return (
    <section className={classes.record} aria-label={t('record')}>
      <p>
        <strong>
          {t('record.cleared', {
            count: decided,
            decided: formatNumber(i18n, decided),
            cleared: formatNumber(i18n, cleared),
          })}
        </strong>
      </p>
      <p className={text.small}>{t('record.text')}</p>
      <p className={text.small}>
        {t('record.counted', { from: formatDate(i18n, from), to: formatDate(i18n, to) })}
      </p>
    </section>
  )
}
