import type { EarlierMatch } from '@penmark/contract'
import { closestOf, earlierShared, handedInBeforeCell, readableName, sourceCell } from '@penmark/wording'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { className, formatDate, formatNumber, formatWholeShare } from '../../../lib/format/format.ts'
import { EvidenceCell } from '../../../ui/evidence/evidence-row.tsx'
import textClasses from '../../../ui/theme/text.module.css'
import classes from '../overlap.module.css'
import { earlierPairAddress, useEarlierOverlap } from '../queries.ts'
import { SchoolMatches } from '../school/school-matches.tsx'
import { sourceMatchAddress } from '../sources/queries.ts'
import { SourceMatches } from '../sources/source-matches.tsx'

/**
 * Whether passages of a text stand in other documents that its teacher has received, with links to compare
 * them.
 */
export function HandedInBefore({ documentId }: { documentId: string }) {
  const heading = useId()
  const { t, i18n } = useTranslation('overlap')
  const { data, isError } = useEarlierOverlap(documentId)
  // The report is complete without it.
  if (isError || data === undefined || data.state === 'never') return null
  const { state, matches, documents, left_out, sources, school } = data
  const number = (value: number) => formatNumber(i18n, value)
  const others = documents - matches.length
  return (
    <section className={classes.inReport} aria-labelledby={heading}>
      <h2 id={heading}>{t('earlier.title')}</h2>
      {matches.length === 0 && state === 'waiting' && <p>{t('earlier.waiting')}</p>}
      {/* Not while anything that others share was set aside: a text in ten copies shares everything. */}
      {matches.length === 0 && state === 'ready' && left_out.common === 0 && <p>{t('earlier.none')}</p>}
      <ul className={classes.others}>
        {matches.map((match) => (
          <Match key={match.pair_id} match={match} documentId={documentId} />
        ))}
        {others > 0 && <li>{t('earlier.others', { count: others, shown: number(others) })}</li>}
      </ul>
      {matches.some(({ is_own_work }) => is_own_work) && (
        <p className={classes.soft}>{t('earlier.ownNote')}</p>
      )}
      {left_out.common > 0 && (
        <p className={classes.soft}>
          {t('earlier.common', { count: left_out.common, shown: number(left_out.common) })}
        </p>
      )}
      <SourceMatches documentId={documentId} matches={sources} />
      {school && <SchoolMatches school={school} />}
      {state === 'ready' && (
        <p className={classes.soft}>{t(school ? 'earlier.note.school' : 'earlier.note')}</p>
      )}
    </section>
  )
}

function Match({ match, documentId }: { match: EarlierMatch; documentId: string }) {
  const { t, i18n } = useTranslation('overlap')
  const { pair_id, document, is_own_work, class_name, academic_year, handed_in_at, words, share } = match
  const values = { count: words, shown: formatNumber(i18n, words), date: formatDate(i18n, handed_in_at) }
  const found =
    class_name === null
      ? t('earlier.found.noClass', values)
      : t('earlier.found.class', { ...values, class: className({ class_name, academic_year }) })
  return (
    <li>
      <Link to={earlierPairAddress(documentId, pair_id)}>{found}</Link>
      <br />
      <span className={textClasses.small}>
        {[
          is_own_work ? t('earlier.own') : document.student_name,
          readableName(document),
          t('earlier.share', { share: formatWholeShare(i18n, share) }),
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
    </li>
  )
}

/** The same in the row of evidence, in one line. Nothing while nothing was found. */
export function HandedInBeforeCell({ documentId }: { documentId: string }) {
  const { t, i18n } = useTranslation('report')
  const { data } = useEarlierOverlap(documentId)
  if (data === undefined) return null
  const closest = closestOf(data.matches)
  const name = closest ? (closest.document.student_name ?? readableName(closest.document)) : null
  const cell = handedInBeforeCell(
    { ...earlierShared(data), name },
    { text: (key, values) => t(key, values), count: (value) => formatNumber(i18n, value) },
  )
  if (cell === null) return null
  return (
    <EvidenceCell
      title={t('evidence.before')}
      tone={cell.tone}
      action={
        closest && <Link to={earlierPairAddress(documentId, closest.pair_id)}>{t('evidence.compare')}</Link>
      }
    >
      {cell.text}
    </EvidenceCell>
  )
}

/** What it shares with the sources of its class, in one line. Nothing while nothing was found. */
export function SourceCell({ documentId }: { documentId: string }) {
  const { t, i18n } = useTranslation('report')
  const { data } = useEarlierOverlap(documentId)
  const [most] = data?.sources ?? []
  const cell = sourceCell(data?.sources ?? [], {
    text: (key, values) => t(key, values),
    count: (value) => formatNumber(i18n, value),
  })
  if (cell === null || most === undefined) return null
  return (
    <EvidenceCell
      title={t('evidence.sources')}
      tone={cell.tone}
      action={<Link to={sourceMatchAddress(documentId, most.id)}>{t('evidence.compare')}</Link>}
    >
      {cell.text}
    </EvidenceCell>
  )
}
