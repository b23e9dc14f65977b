import { Button } from '@mantine/core'
import type { SchoolMatch, SchoolOverlap } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatDate, formatNumber } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import textClasses from '../../../ui/theme/text.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from '../overlap.module.css'
import { noonOf, useAskToCompare } from './queries.ts'
import { nameOf, requestAddress } from './requests.ts'

/** Where the cell of the row of evidence leads. */
export const schoolMatchesId = 'school-matches'

/**
 * The colleagues in whose documents passages of a text stand, and a way to ask each. Nothing where there are
 * none.
 */
export function SchoolMatches({ school }: { school: SchoolOverlap }) {
  const { t, i18n } = useTranslation('overlap')
  const [asking, setAsking] = useState<SchoolMatch | null>(null)
  const ask = useAskToCompare()
  const { matches, documents, is_deferred } = school
  const number = (value: number) => formatNumber(i18n, value)
  const others = documents - matches.length
  return (
    <>
      {matches.length > 0 && (
        <>
          <h3 id={schoolMatchesId} className={classes.subtitle} tabIndex={-1}>
            {t('school.title')}
          </h3>
          <ul className={classes.others}>
            {matches.map((match) => (
              <Match key={match.id} match={match} onAsk={() => setAsking(match)} />
            ))}
            {others > 0 && <li>{t('school.others', { count: others, shown: number(others) })}</li>}
          </ul>
          <p className={classes.soft}>{t('school.ask.why')}</p>
        </>
      )}
      {is_deferred && <p className={classes.soft}>{t('school.deferred')}</p>}
      <ConfirmDialog
        opened={asking !== null}
        title={t('school.ask.title', { name: asking && nameOf(asking) })}
        confirm={t('school.ask')}
        busy={ask.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (asking === null) return
          ask.mutate(asking.id, {
            onSuccess: () => toast.success(t('school.ask.sent')),
            onError: (error) => toast.error(t('school.ask.failed', { detail: detailOf(error) })),
            onSettled: () => setAsking(null),
          })
        }}
      >
        {t('school.ask.text', { name: asking && nameOf(asking) })}
      </ConfirmDialog>
    </>
  )
}

function Match({ match, onAsk }: { match: SchoolMatch; onAsk: () => void }) {
  const { t, i18n } = useTranslation('overlap')
  const { teacher_name, teacher_email, handed_in_on, words, part } = match
  const name = nameOf(match)
  const values = { words: formatNumber(i18n, words), date: formatDate(i18n, noonOf(handed_in_on)), name }
  return (
    <li>
      {t('school.found', values)}
      <br />
      <span className={textClasses.small}>
        {[teacher_name === null ? null : teacher_email, t(`school.part.${part}`)]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
      <br />
      <Standing match={match} name={name} onAsk={onAsk} />
    </li>
  )
}

/** How the request to compare stands, or the button that makes it. */
function Standing({
  match: { request, closed_to_requests: closed },
  name,
  onAsk,
}: {
  match: SchoolMatch
  name: string
  onAsk: () => void
}) {
  const { t } = useTranslation('overlap')
  if (request !== null) {
    const side = request.is_own ? 'own' : 'theirs'
    return (
      <Link to={requestAddress(request.id)}>{t(`request.standing.${side}.${request.state}`, { name })}</Link>
    )
  }
  if (closed !== null) return <span className={textClasses.small}>{t(`school.closed.${closed}`)}</span>
  return (
    <Button size="compact-sm" variant="default" aria-label={t('school.ask.of', { name })} onClick={onAsk}>
      {t('school.ask')}
    </Button>
  )
}
