import { type Document, type OverviewCard, readScore } from '@penmark/contract'
import { findingOf, headlineOf, headlineSentence } from '@penmark/reading'
import { useState } from 'react'
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
  const described = new Set(cards.map(({ document }) => document.id))
  const quiet = documents.filter(
    ({ id, status, is_sample }) => status === 'COMPLETED' && !is_sample && !described.has(id),
  )
  const findingOfDocument = (document: Document) => findingOf({ ...document, score: readScore(document) })
  const groups = {
    cannot: quiet.filter((document) =>
      ['inconclusive', 'insufficient-text', 'unsupported-language'].includes(findingOfDocument(document)),
    ),
    nothing: quiet.filter((document) => findingOfDocument(document) === 'no-evidence'),
  }
  return (
    <>
      {(['cannot', 'nothing'] as const).map(
        (group) =>
          groups[group].length > 0 && (
            <Fold key={group} group={group} documents={groups[group]} origin={origin} />
          ),
      )}
    </>
  )
}

interface FoldProps extends Pick<QuietDocumentsProps, 'documents' | 'origin'> {
  group: 'cannot' | 'nothing'
}

/**
 * A sentence that opens into its documents. They are rendered once it is opened: a class may have thousands.
 */
function Fold({ group, documents, origin }: FoldProps) {
  const { t, i18n } = useTranslation('overview')
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details
      className={classes.fold}
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary>
        {t(`sum.${group}`, { count: documents.length, shown: formatNumber(i18n, documents.length) })}{' '}
        <span className={classes.soft}>– {t(`fold.${group}`)}</span>
      </summary>
      {wasOpened && (
        <ul className={classes.rows}>
          {documents.map((document) => (
            <Row key={document.id} document={document} origin={origin} />
          ))}
        </ul>
      )}
    </details>
  )
}

function Row({ document, origin }: { document: Document; origin: string }) {
  const { t } = useTranslation('overview')
  const { t: words, i18n } = useTranslation('report')
  const { student_details: student, word_count } = document
  const name = student ? studentName(student) : document.original_filename
  const headline = headlineSentence(headlineOf({ ...document, score: readScore(document) }), word_count, {
    text: (key, values) => words(key, values),
    share: (share) => formatWholeShare(i18n, share),
  })
  return (
    <li className={classes.row}>
      <span className={classes.rowName}>{name}</span>
      <span className={classes.soft}>
        {headline}
        {word_count !== null &&
          ` · ${t('words', { count: word_count, shown: formatNumber(i18n, word_count) })}`}
      </span>
      <Link to={reportAddress(document, origin)} aria-label={t('read.label', { name })}>
        {t('read.action')}
      </Link>
    </li>
  )
}
