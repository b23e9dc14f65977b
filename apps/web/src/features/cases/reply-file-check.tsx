import type { PlainFact, ReplyFile } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format/format.ts'
import classes from './cases.module.css'

/** Shows facts of a file as the report does. The page passes it in, because features do not know each other. */
export type RenderFacts = (facts: readonly PlainFact[]) => ReactNode

/** What a file of a reply says about itself, or why it was not read. */
export function ReplyFileCheck({ file: { filename, check }, renderFacts }: { file: ReplyFile; renderFacts: RenderFacts }) {
  const { t, i18n } = useTranslation('cases')
  const { state, reason, words, page_count, facts } = check
  if (state === 'waiting')
    return (
      <p className={classes.soft} role="status">
        {t('page.check.waiting')}
      </p>
    )
  if (state === 'unread') return <p className={classes.soft}>{t(`page.unread.${reason ?? 'failed'}`)}</p>
  const count = (key: 'page.check.words' | 'page.check.pages', counted: number | null) =>
    counted === null ? [] : [t(key, { count: counted, shown: formatNumber(i18n, counted) })]
  const size = [...count('page.check.words', words), ...count('page.check.pages', page_count)].join(' · ')
  if (facts.length === 0)
    return (
      <p className={classes.soft}>
        {size} · {t('page.check.none')}
      </p>
    )
  return (
    <details className={classes.check}>
      <summary aria-label={t('page.check', { filename })}>
        {t('page.check.title')} <span className={classes.soft}>{size}</span>
      </summary>
      {renderFacts(facts)}
    </details>
  )
}
