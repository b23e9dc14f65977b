import type { SourceMatch } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { className, formatNumber, formatWholeShare } from '../../../lib/format/format.ts'
import text from '../../../ui/theme/text.module.css'
import classes from '../overlap.module.css'
import { sourceMatchAddress } from './queries.ts'

/**
 * The sources of its class with which a document shares passages, each with a link to read both. Nothing
 * where there are none.
 */
export function SourceMatches({
  documentId,
  matches,
}: {
  documentId: string
  matches: readonly SourceMatch[]
}) {
  const { t, i18n } = useTranslation('overlap')
  if (matches.length === 0) return null
  return (
    <>
      <ul className={classes.others}>
        {matches.map(({ id, name, kind, words, share, ...group }) => (
          <li key={id}>
            <Link to={sourceMatchAddress(documentId, id)}>
              {t('source.found', {
                count: words,
                shown: formatNumber(i18n, words),
                name,
                class: className(group),
              })}
            </Link>
            <br />
            <span className={text.small}>
              {t(`sources.kind.${kind}`)} · {t('earlier.share', { share: formatWholeShare(i18n, share) })}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.soft}>{t('source.note')}</p>
    </>
  )
}
