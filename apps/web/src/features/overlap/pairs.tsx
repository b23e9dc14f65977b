import type { ComparedDocument, SharingPair } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import { type Compared, pairAddress } from './addresses.ts'
import classes from './overlap.module.css'

/** The pairs with what each document shares of its words. */
export function PairsTable({ compared, pairs }: { compared: Compared; pairs: readonly SharingPair[] }) {
  const { t, i18n } = useTranslation('overlap')
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t('table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.pair')}</th>
          <th scope="col">{t('column.share')}</th>
          <th scope="col">{t('column.words')}</th>
          <th scope="col">{t('column.passages')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ id, documents, words, passages }) => {
          const [first, second] = documents
          const isSame = first.student_id !== null && first.student_id === second.student_id
          return (
            <tr key={id}>
              <th scope="row">
                <Link
                  to={pairAddress(compared, id)}
                  aria-label={t('open.of', { first: first.original_filename, second: second.original_filename })}
                >
                  {documents.map((document) => (
                    <DocumentName key={document.id} document={document} />
                  ))}
                </Link>
                {isSame && <span className={classes.soft}>{t('sameStudent')}</span>}
              </th>
              <td>
                {documents.map((document) => (
                  <span key={document.id} className={classes.line}>
                    {formatPercent(i18n, document.share)}
                  </span>
                ))}
              </td>
              <td>{formatNumber(i18n, words)}</td>
              <td>{formatNumber(i18n, passages)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function DocumentName({ document: { original_filename, student_name } }: { document: ComparedDocument }) {
  return (
    <span className={classes.line} title={original_filename}>
      {student_name === null ? original_filename : `${student_name} · ${original_filename}`}
    </span>
  )
}
