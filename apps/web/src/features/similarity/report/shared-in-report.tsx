import type { Document, DocumentOverlap } from '@penmark/contract'
import { readableName } from '@penmark/wording'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/format/format.ts'
import classes from '../overlap.module.css'
import { type Compared, pairAddress, sharedPassagesAddress, useDocumentOverlap } from '../queries.ts'

/** The class and the upload in which a document is compared with others. */
export function comparedSetsOf({
  class_group_id,
  batch_id,
}: Pick<Document, 'class_group_id' | 'batch_id'>): Compared[] {
  return [
    ...(class_group_id === null ? [] : [{ class_group_id }]),
    ...(batch_id === null ? [] : [{ batch_id }]),
  ]
}

/**
 * What the text of a report shares with others of its class or upload, with links to compare them. Renders
 * nothing if it shares nothing.
 */
export function SharedInReport({
  document,
}: {
  document: Pick<Document, 'id' | 'class_group_id' | 'batch_id'>
}) {
  const heading = useId()
  const { t } = useTranslation('overlap')
  const { data: overlaps, isError } = useDocumentOverlap(document.id)
  const comparedSets = comparedSetsOf(document)
  // The report is complete without it, and the pages of the comparison say what is wrong.
  if (comparedSets.length === 0 || isError || overlaps === undefined || overlaps.length === 0) return null
  return (
    <section className={classes.inReport} aria-labelledby={heading}>
      <h2 id={heading}>{t('title')}</h2>
      {overlaps.map((overlap) => (
        <Overlap key={overlap.comparison_id} overlap={overlap} documentId={document.id} />
      ))}
      <p className={classes.soft}>{t('report.noProof')}</p>
      {comparedSets.map((compared) => {
        const kind = 'class_group_id' in compared ? 'class' : 'upload'
        return (
          <p key={kind}>
            <Link to={sharedPassagesAddress(compared)}>{t(`report.compare.${kind}`)}</Link>
          </p>
        )
      })}
    </section>
  )
}

function Overlap({ overlap, documentId }: { overlap: DocumentOverlap; documentId: string }) {
  const { t, i18n } = useTranslation('overlap')
  const { class_group_id, batch_id, documents, words, pairs } = overlap
  const compared = class_group_id === null ? { batch_id: batch_id ?? '' } : { class_group_id }
  const number = (value: number) => formatNumber(i18n, value)
  return (
    <>
      <p>
        {t(class_group_id === null ? 'report.shares.upload' : 'report.shares.class', {
          count: documents,
          shown: number(documents),
          words: number(words),
        })}
      </p>
      <ul className={classes.others}>
        {pairs.map((pair) => {
          const other = pair.documents.find((document) => document.id !== documentId) ?? pair.documents[1]
          const name = [other.student_name, readableName(other)].filter((part) => part !== null).join(' · ')
          return (
            <li key={pair.id}>
              <Link to={pairAddress(compared, pair.id)}>{name}</Link>{' '}
              {t('report.pair', { count: pair.words, shown: number(pair.words) })}
            </li>
          )
        })}
      </ul>
    </>
  )
}
