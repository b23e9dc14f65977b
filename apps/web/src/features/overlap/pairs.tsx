import type { ComparedDocument, SharingPair } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber, formatPercent } from '../../lib/format/format.ts'
import { useNarrow } from '../../ui/table/narrow.ts'
import classes from './overlap.module.css'
import { type Compared, pairAddress } from './queries.ts'

interface PairsProps {
  compared: Compared
  pairs: readonly SharingPair[]
}

const isBySameStudent = ({ documents: [first, second] }: SharingPair) => first.student_id !== null && first.student_id === second.student_id

/** The pairs with what each document shares of its words: a table, or a list with whole names where a table would cut them off. */
export function Pairs(props: PairsProps) {
  return useNarrow() ? <PairsList {...props} /> : <PairsTable {...props} />
}

function PairsList({ compared, pairs }: PairsProps) {
  const { t, i18n } = useTranslation('overlap')
  return (
    <ul className={classes.pairs} aria-label={t('table')}>
      {pairs.map((pair) => (
        <li key={pair.id}>
          {pair.documents.map((document) => (
            <p key={document.id} className={classes.whole}>
              {nameOf(document)}
              <span className={classes.figures}>{t('pair.share', { share: formatPercent(i18n, document.share) })}</span>
            </p>
          ))}
          <p className={classes.figures}>
            {t('pair.summary', { count: pair.passages, words: formatNumber(i18n, pair.words), shown: formatNumber(i18n, pair.passages) })}
            {isBySameStudent(pair) && ` · ${t('sameStudent')}`}
          </p>
          <PairLink compared={compared} pair={pair}>
            {t('open')}
          </PairLink>
        </li>
      ))}
    </ul>
  )
}

function PairsTable({ compared, pairs }: PairsProps) {
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
        {pairs.map((pair) => {
          const { id, documents, words, passages } = pair
          return (
            <tr key={id}>
              <th scope="row">
                <PairLink compared={compared} pair={pair}>
                  {documents.map((document) => (
                    <span key={document.id} className={classes.line} title={document.original_filename}>
                      {nameOf(document)}
                    </span>
                  ))}
                </PairLink>
                {isBySameStudent(pair) && <span className={classes.soft}>{t('sameStudent')}</span>}
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

const nameOf = ({ original_filename, student_name }: ComparedDocument) =>
  student_name === null ? original_filename : `${student_name} · ${original_filename}`

function PairLink({ compared, pair: { id, documents }, children }: { compared: Compared; pair: SharingPair; children: ReactNode }) {
  const { t } = useTranslation('overlap')
  const [first, second] = documents
  return (
    <Link to={pairAddress(compared, id)} aria-label={t('open.of', { first: first.original_filename, second: second.original_filename })}>
      {children}
    </Link>
  )
}
