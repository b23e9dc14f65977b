import type { OverviewCard, PlainFact } from '@penmark/contract'
import {
  headlineOf,
  headlineSentence,
  notableFacts,
  oddsWords,
  readableName,
  shortHistoryParts,
} from '@penmark/wording'
import { useTranslation } from 'react-i18next'
import {
  className,
  formatDate,
  formatNumber,
  formatWholeShare,
  studentName,
} from '../../../lib/format/format.ts'
import toneClasses from '../../../ui/finding/tone.module.css'
import { Actions, PutAway } from './card-actions.tsx'
import classes from './overview.module.css'
import type { Row } from './rows.ts'

interface CardProps extends Row {
  /** Where the two texts of the row stand beside each other. */
  pair: string | null
  /** The query of a report's address. */
  origin: string
  /** Names the class of the text, where the page does not. */
  namesClass: boolean
  /** Says how often such a finding is wrong, where the list does not say it for all. */
  saysOdds: boolean
  onPutAway: () => void
}

const nameOf = (document: OverviewCard['document']) =>
  document.student_details ? studentName(document.student_details) : readableName(document)

/** Somebody who needs the teacher: name, the strongest reason, a few facts, and what to do. */
export function Card({ card, other, pair, origin, namesClass, saysOdds, onPutAway }: CardProps) {
  const { t } = useTranslation('overview')
  const { document, is_from_writing_room, shared, earlier, school, source, facts } = card
  const { student_details: student, class_details: group } = document
  const lead = leadOf(card)
  const hasReplied = card.case?.state === 'answered'
  const name = other
    ? t('pair', { first: nameOf(document), second: nameOf(other.document) })
    : nameOf(document)
  return (
    <li
      className={`${classes.card} ${toneClasses.tone}`}
      data-tone={lead === 'ai-writing' ? headlineOf(document).tone : 'unusual'}
      tabIndex={-1}
    >
      <div className={classes.about}>
        <h3 className={classes.name}>
          {name} {hasReplied && <span className={classes.soft}>· {t('replied')}</span>}
        </h3>
        <p className={classes.soft}>
          {[
            ...(student && !other ? [readableName(document)] : []),
            ...(group && namesClass ? [className(group)] : []),
          ].join(' · ')}
        </p>
        {hasReplied && card.case?.reply && <q className={classes.reply}>{card.case.reply}</q>}
        <Lead card={card} lead={lead} isPair={other !== null} saysOdds={saysOdds} />
        <ul className={classes.facts}>
          {lead !== 'file' && <FileFacts facts={facts} />}
          {shared && lead !== 'shared' && <SharedWith shared={shared} />}
          {earlier && (lead !== 'shared' || shared !== null) && <AlsoEarlier earlier={earlier} />}
          {card.inserted && lead !== 'inserted' && <Inserted inserted={card.inserted} />}
          {school && <AlsoInSchool school={school} />}
          {source && <AlsoInSource source={source} />}
          {is_from_writing_room && <li data-calm>{t('fact.room')}</li>}
          {lead !== 'ai-writing' && <AlsoFound document={document} />}
        </ul>
      </div>
      <Actions card={card} name={name} origin={origin} pair={pair}>
        <PutAway
          ids={[document.id, ...(other ? [other.document.id] : [])]}
          name={name}
          onPutAway={onPutAway}
        />
      </Actions>
    </li>
  )
}

/** What leads a card: its strongest reason besides a reply, which is said beside the name. */
function leadOf({ document, shared, earlier, inserted, facts }: OverviewCard) {
  const reasons = document.standing_reasons.filter((reason) => reason !== 'reply')
  if (reasons[0] === 'shared' && (shared ?? earlier)) return 'shared'
  if (reasons[0] === 'inserted' && inserted) return 'inserted'
  if (reasons[0] === 'file' && facts.some(({ severity }) => severity === 'notable')) return 'file'
  return 'ai-writing'
}

function Lead({
  card,
  lead,
  isPair,
  saysOdds,
}: Pick<CardProps, 'card' | 'saysOdds'> & { lead: ReturnType<typeof leadOf>; isPair: boolean }) {
  const { t, i18n } = useTranslation('overview')
  const { t: words } = useTranslation('report')
  const insertedWords = useInsertedWords()
  const { shared, earlier, inserted, facts } = card
  const shown = (count: number) => formatNumber(i18n, count)
  const sentence = () => {
    if (lead === 'shared' && shared) {
      const values = { count: shared.words, shown: shown(shared.words) }
      const name = shared.document.student_name ?? readableName(shared.document)
      return isPair ? t('reason.pair', values) : t('reason.shared', { ...values, name })
    }
    if (lead === 'shared' && earlier)
      return t('fact.earlier', {
        count: earlier.words,
        shown: shown(earlier.words),
        date: formatDate(i18n, earlier.handed_in_at),
      })
    if (lead === 'inserted' && inserted) return insertedWords(inserted)
    return notableFacts(facts, { text: (key, values) => words(key, values), count: shown })[0]
  }
  return lead === 'ai-writing' ? (
    <Finding card={card} saysOdds={saysOdds} />
  ) : (
    <p className={classes.finding}>{sentence()}</p>
  )
}

function useInsertedWords(): (inserted: NonNullable<OverviewCard['inserted']>) => string {
  const { t, i18n } = useTranslation('overview')
  return ({ words, share, is_only_too_fast }) =>
    is_only_too_fast
      ? t('reason.tooFast')
      : t('reason.inserted', {
          count: words,
          shown: formatNumber(i18n, words),
          share: formatWholeShare(i18n, share),
        })
}

function Inserted({ inserted }: { inserted: NonNullable<OverviewCard['inserted']> }) {
  return <li>{useInsertedWords()(inserted)}</li>
}

/** What the reading found, where something else leads. */
function AlsoFound({ document }: Pick<OverviewCard, 'document'>) {
  const { t, i18n } = useTranslation('report')
  return (
    <li data-calm>
      {headlineSentence(headlineOf(document), document.word_count, {
        text: (key, values) => t(key, values),
        share: (share) => formatWholeShare(i18n, share),
      })}
    </li>
  )
}

/**
 * How often the finding that leads a card is wrong, in the words of its report, and on which texts that was
 * measured; null where no finding leads.
 */
export function useOdds(): (card: OverviewCard) => { sentence: string; measured: string } | null {
  const { t, i18n } = useTranslation('report')
  return (card) => {
    const { document, calibration } = card
    const { tone } = headlineOf(document)
    if (leadOf(card) !== 'ai-writing' || tone === 'not-scored') return null
    const odds = oddsWords({ ...document, calibration }, { count: (value) => formatNumber(i18n, value) })
    const { false_positive_rate, false_positive_n } = calibration ?? {}
    return {
      sentence: t(odds.key, odds.values),
      measured: [odds.key, tone, false_positive_rate, false_positive_n].join(' '),
    }
  }
}

/** The headline and the odds of the report, in the same words, and how much of the text it covers. */
function Finding({ card, saysOdds }: Pick<CardProps, 'card' | 'saysOdds'>) {
  const { t, i18n } = useTranslation('report')
  const { document } = card
  const headline = headlineOf(document)
  const odds = useOdds()(card)
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
      {saysOdds && odds && <p className={classes.soft}>{odds.sentence}</p>}
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
  const name = document.student_name ?? readableName(document)
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
  return <li data-calm>{t('fact.school', { words: formatNumber(i18n, words), date })}</li>
}

/** Never a warning: only the teacher knows what may be taken from a source. */
function AlsoInSource({ source: { words, name } }: { source: NonNullable<OverviewCard['source']> }) {
  const { t, i18n } = useTranslation('overview')
  return <li data-calm>{t('fact.source', { count: words, shown: formatNumber(i18n, words), name })}</li>
}
