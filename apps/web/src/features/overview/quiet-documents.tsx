import { type Document, findingOf, headlineOf, type OverviewCard, readScore } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { reportAddress } from '../../lib/addresses/addresses.ts'
import { formatNumber, formatWholeShare, studentName } from '../../lib/format/format.ts'
import classes from './overview.module.css'

interface QuietDocumentsProps {
  documents: readonly Document[]
  /** Those that are described already. */
  cards: readonly OverviewCard[]
  /** The query of a report's address. */
  origin: string
}

/** The documents that need nobody, folded: those that cannot be told, and those that show nothing. */
export function QuietDocuments({ documents, cards, origin }: QuietDocumentsProps) {
  const { t, i18n } = useTranslation('overview')
  const described = new Set(cards.map(({ document }) => document.id))
  const quiet = documents.filter(({ id, status, is_sample }) => status === 'COMPLETED' && !is_sample && !described.has(id))
  const findingOfDocument = (document: Document) => findingOf({ ...document, score: readScore(document) })
  const groups = {
    cannot: quiet.filter((document) => ['inconclusive', 'insufficient-text', 'unsupported-language'].includes(findingOfDocument(document))),
    nothing: quiet.filter((document) => findingOfDocument(document) === 'no-evidence'),
  }
  return (
    <>
      {(['cannot', 'nothing'] as const).map(
        (group) =>
          groups[group].length > 0 && (
            <details key={group} className={classes.fold}>
              <summary>
                {t(`sum.${group}`, { count: groups[group].length, shown: formatNumber(i18n, groups[group].length) })}{' '}
                <span className={classes.soft}>– {t(`fold.${group}`)}</span>
              </summary>
              <ul className={classes.rows}>
                {groups[group].map((document) => (
                  <Row key={document.id} document={document} origin={origin} />
                ))}
              </ul>
            </details>
          ),
      )}
    </>
  )
}

function Row({ document, origin }: { document: Document; origin: string }) {
  const { t } = useTranslation('overview')
  const { t: words, i18n } = useTranslation('report')
  const { student_details: student, word_count } = document
  const name = student ? studentName(student) : document.original_filename
  const { key, share } = headlineOf({ ...document, score: readScore(document) })
  return (
    <li className={classes.row}>
      <span className={classes.rowName}>{name}</span>
      <span className={classes.soft}>
        {words(key, { share: share === null ? '' : formatWholeShare(i18n, share) })}
        {word_count !== null && ` · ${t('words', { count: word_count, shown: formatNumber(i18n, word_count) })}`}
      </span>
      <Link to={reportAddress(document, origin)} aria-label={t('read.label', { name })}>
        {t('read.action')}
      </Link>
    </li>
  )
}
