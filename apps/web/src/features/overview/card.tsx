import { Button } from '@mantine/core'
import type { OverviewCard, PlainFact } from '@penmark/contract'
import { headlineOf, headlineSentence, notableFacts, oddsWords, shortHistoryParts } from '@penmark/reading'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { conversationAddress, reportAddress } from '../../lib/addresses/addresses.ts'
import {
  className,
  formatDate,
  formatNumber,
  formatWholeShare,
  studentName,
} from '../../lib/format/format.ts'
import toneClasses from '../../ui/finding/tone.module.css'
import classes from './overview.module.css'

interface CardProps {
  card: OverviewCard
  /** The query of the report's address. */
  origin: string
}

interface CardOptions {
  /** Names the class of the text, where the page does not. */
  namesClass: boolean
}

/** Somebody who needs the teacher: name, finding, odds, a few facts, and what to do. */
export function Card({ card, origin, namesClass }: CardProps & CardOptions) {
  const { t } = useTranslation('overview')
  const { document, is_from_writing_room, shared, earlier, school, source, facts } = card
  const { student_details: student, class_details: group } = document
  const hasAnswered = card.case?.state === 'answered'
  const name = student ? studentName(student) : document.original_filename
  return (
    <li className={`${classes.card} ${toneClasses.tone}`} data-tone={headlineOf(document).tone} tabIndex={-1}>
      <div className={classes.about}>
        <h3 className={classes.name}>
          {name} {hasAnswered && <span className={classes.soft}>· {t('replied')}</span>}
        </h3>
        <p className={classes.soft}>
          {[
            ...(student ? [document.original_filename] : []),
            ...(group && namesClass ? [className(group)] : []),
          ].join(' · ')}
        </p>
        <Finding card={card} />
        <ul className={classes.facts}>
          <FileFacts facts={facts} />
          {shared && <SharedWith shared={shared} />}
          {earlier && <AlsoEarlier earlier={earlier} />}
          {school && <AlsoInSchool school={school} />}
          {source && <AlsoInSource source={source} />}
          {is_from_writing_room && <li data-calm>{t('fact.room')}</li>}
        </ul>
      </div>
      <Actions card={card} name={name} origin={origin} />
    </li>
  )
}

/** The headline and the odds of the report, in the same words, and how much of the text it covers. */
function Finding({ card: { document, calibration } }: Pick<CardProps, 'card'>) {
  const { t, i18n } = useTranslation('report')
  const headline = headlineOf(document)
  const odds = oddsWords({ ...document, calibration }, { count: (value) => formatNumber(i18n, value) })
  return (
    <>
      <p className={classes.finding}>
        {headlineSentence(headline, document.word_count, {
          text: (key, values) => t(key, values),
          share: (share) => formatWholeShare(i18n, share),
        })}
        {headline.tone === 'stands-out' && document.ai_share !== null && (
          <span className={classes.share} aria-hidden="true">
            <span style={{ width: formatShare(document.ai_share) }} />
          </span>
        )}
      </p>
      {headline.tone !== 'not-scored' && <p className={classes.soft}>{t(odds.key, odds.values)}</p>}
    </>
  )
}

/** A width in CSS, whatever the language. */
const formatShare = (share: number) => `${Math.round(share * 100)}%`

/** What is notable in the file, and how it was edited. */
function FileFacts({ facts }: { facts: readonly PlainFact[] }) {
  const { t, i18n } = useTranslation('report')
  const shown = (count: number) => formatNumber(i18n, count)
  const history = facts.find((fact) => fact.history)?.history
  const parts = history ? shortHistoryParts(history) : []
  return (
    <>
      {notableFacts(facts, { text: (key, values) => t(key, values), count: shown }).map((found) => (
        <li key={found}>{found}</li>
      ))}
      {parts.length > 0 && (
        <li data-calm>{parts.map(({ key, count }) => t(key, { count, shown: shown(count) })).join(', ')}</li>
      )}
    </>
  )
}

function SharedWith({ shared: { words, document } }: { shared: NonNullable<OverviewCard['shared']> }) {
  const { t, i18n } = useTranslation('report')
  const name = document.student_name ?? document.original_filename
  return <li>{t('evidence.shares', { count: words, shown: formatNumber(i18n, words), name })}</li>
}

function AlsoEarlier({
  earlier: { words, handed_in_at, is_own_work },
}: {
  earlier: NonNullable<OverviewCard['earlier']>
}) {
  const { t, i18n } = useTranslation('overview')
  const values = { count: words, shown: formatNumber(i18n, words), date: formatDate(i18n, handed_in_at) }
  return is_own_work ? <li data-calm>{t('fact.reused', values)}</li> : <li>{t('fact.earlier', values)}</li>
}

/** Never a warning: it may be the same student's own work, which cannot be told across teachers. */
function AlsoInSchool({ school: { words, handed_in_on } }: { school: NonNullable<OverviewCard['school']> }) {
  const { t, i18n } = useTranslation('overview')
  const date = formatDate(i18n, `${handed_in_on}T12:00:00.000Z`)
  return <li data-calm>{t('fact.school', { count: words, shown: formatNumber(i18n, words), date })}</li>
}

/** Never a warning: only the teacher knows what may be taken from a source. */
function AlsoInSource({ source: { words, name } }: { source: NonNullable<OverviewCard['source']> }) {
  const { t, i18n } = useTranslation('overview')
  return <li data-calm>{t('fact.source', { count: words, shown: formatNumber(i18n, words), name })}</li>
}

/** Read, and talk to the student; or read what the student has answered. */
function Actions({ card, name, origin }: CardProps & { name: string }) {
  const { t } = useTranslation('overview')
  const { document } = card
  const first = document.student_details?.first_name
  const read = (
    <Button
      key="read"
      component={Link}
      to={reportAddress(document, origin)}
      aria-label={t('read.label', { name })}
    >
      {t('read.action')}
    </Button>
  )
  if (card.case) {
    const hasAnswered = card.case.state === 'answered'
    return (
      <div className={classes.actions}>
        {!hasAnswered && read}
        <Button
          component={Link}
          to={`/cases/${encodeURIComponent(card.case.id)}`}
          variant={hasAnswered ? 'filled' : 'default'}
        >
          {t(hasAnswered ? 'reply.read' : 'case.open')}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.actions}>
      {read}
      <Button
        component={Link}
        to={conversationAddress(document, origin)}
        variant="default"
        aria-label={t('talk.label', { name })}
      >
        {first ? t('talk.named', { name: first }) : t('talk')}
      </Button>
    </div>
  )
}
