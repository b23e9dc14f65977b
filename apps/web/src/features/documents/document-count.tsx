import { useTranslation } from 'react-i18next'
import { showNumber } from '../../lib/format/format.ts'
import classes from './documents.module.css'

interface DocumentCountProps {
  /** Documents that were found; null while unknown. */
  total: number | null
  /** How many of them are in the table. */
  read: number
  /** Nothing is known yet; the line keeps its place, so that the table beneath does not jump. */
  loading: boolean
  /** The total is of some of the documents only. */
  filtered: boolean
}

/** How many documents there are or were found, said aloud when it changes. */
export function DocumentCount({ total, read, loading, filtered }: DocumentCountProps) {
  const { t, i18n } = useTranslation('documents')
  if (!loading && (total === 0 || read === 0)) return null
  const known = Math.max(total ?? read, read)
  return (
    <p className={classes.total} role="status">
      {!loading && total !== null && t(filtered ? 'count.found' : 'count.all', { count: known, shown: showNumber(i18n, known) })}
    </p>
  )
}
