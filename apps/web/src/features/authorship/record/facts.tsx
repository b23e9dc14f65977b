import type { WritingSummary } from '@penmark/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format/format.ts'
import text from '../../../ui/theme/text.module.css'
import classes from './record.module.css'
import { useRecordFigures, useSourceLabels } from './record-figures.ts'

/** Everything that the record measures, without any judgement. */
export function Facts({ summary }: { summary: WritingSummary }) {
  const { t, i18n } = useTranslation('writing-record')
  const { number, words, minutes, sessions, characters, share } = useRecordFigures()
  const { typed, seesKeys } = useSourceLabels()
  const { pastes, insertions, away } = summary
  const part = (count: number) =>
    t('fact.part', { share: share(count, summary.characters), characters: characters(count) })
  const facts: [label: string, value: ReactNode][] = [
    [
      t('fact.length'),
      t('fact.length.value', { words: words(summary.words), characters: characters(summary.characters) }),
    ],
    [
      t('fact.time'),
      t('fact.time.value', { minutes: minutes(summary.minutes), sessions: sessions(summary.sessions) }),
    ],
  ]
  if (summary.started_at !== null && summary.ended_at !== null)
    facts.push([
      t('fact.period'),
      t('fact.period.value', {
        from: formatTime(i18n, summary.started_at),
        to: formatTime(i18n, summary.ended_at),
      }),
    ])
  facts.push([typed, part(summary.typed)])
  if (seesKeys) facts.push([t('fact.pasted'), part(summary.pasted)])
  facts.push([t('fact.inserted'), part(summary.inserted)], [t('fact.moved'), part(summary.moved)])
  const totals = ({ count, words: total, largest_words }: WritingSummary['insertions']) => {
    if (count === 0) return t('fact.none')
    if (total === 0) return t('fact.pastes.noWords', { shown: number(count) })
    return t('fact.pastes.value', {
      count,
      shown: number(count),
      words: words(total),
      largest: words(largest_words),
    })
  }
  if (seesKeys) facts.push([t('fact.pastes'), totals(pastes)])
  facts.push([
    t('fact.insertions'),
    <>
      {totals(insertions)}
      <span className={classes.soft}>
        {t(seesKeys ? 'fact.insertions.meaning' : 'google.insertion.meaning')}
      </span>
    </>,
  ])
  if (pastes.blocked > 0) facts.push([t('fact.blocked'), number(pastes.blocked)])
  facts.push(
    [t('fact.deletions'), summary.large_deletions === 0 ? t('fact.none') : number(summary.large_deletions)],
    [t('fact.deleted'), number(summary.deleted_characters)],
    [
      t('fact.revisions'),
      <>
        {number(summary.revisions)}
        <span className={classes.soft}>{t('fact.revisions.meaning')}</span>
      </>,
    ],
    [
      t('fact.returns'),
      <>
        {number(summary.returns)}
        <span className={classes.soft}>{t('fact.returns.meaning')}</span>
      </>,
    ],
  )
  // Google Docs keeps neither the keys nor whether the page was in front.
  if (seesKeys)
    facts.push(
      [t('fact.pauses'), number(summary.pauses)],
      [
        t('fact.away'),
        away.count === 0
          ? t('fact.never')
          : t('fact.away.value', {
              count: away.count,
              shown: number(away.count),
              minutes: minutes(away.minutes),
            }),
      ],
      [
        t('fact.fastest'),
        summary.fastest_characters_per_minute === null
          ? t('fact.fastest.none')
          : t('fact.fastest.value', {
              count: summary.fastest_characters_per_minute,
              shown: number(summary.fastest_characters_per_minute),
            }),
      ],
      [
        t('fact.rhythm'),
        summary.rhythm_variation === null ? (
          t('fact.rhythm.none')
        ) : (
          <>
            {number(summary.rhythm_variation)}
            <span className={classes.soft}>{t('fact.rhythm.meaning')}</span>
          </>
        ),
      ],
    )
  return (
    <table className={classes.facts}>
      <caption className={text.visuallyHidden}>{t('facts')}</caption>
      <tbody>
        {facts.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
