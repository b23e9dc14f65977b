import type { WritingSummary } from '@penmark/contract'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatWholeShare } from '../../../lib/format/format.ts'

/** Formats the figures of a record in the reader's language. */
export function useRecordFigures() {
  const { t, i18n } = useTranslation('writing-record')
  const source = useContext(RecordSource)
  return useMemo(() => {
    const number = (value: number) => formatNumber(i18n, value)
    const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' })
    const clock = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
    const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
    const words = (count: number) => t('words', { count, shown: number(count) })
    const minutes = (value: number) => {
      const count = Math.max(1, Math.round(value))
      return t('minutes', { count, shown: number(count) })
    }
    const sessions = (count: number) => t('sessions', { count, shown: number(count) })
    const characters = (count: number) => t('characters', { count, shown: number(count) })
    const share = (part: number, whole: number) => formatWholeShare(i18n, whole === 0 ? 0 : part / whole)
    const pastes = ({ count, words: pasted }: WritingSummary['pastes']) => {
      const shown = number(count)
      if (source === 'google-docs')
        return count === 0 ? t('google.pastes.none') : t('google.pastes', { count, shown, words: words(pasted) })
      if (count === 0) return t('pastes.none')
      return pasted === 0 ? t('pastes.noWords', { count, shown }) : t('pastes', { count, shown, words: words(pasted) })
    }
    /** `612 words in 3 sessions, 74 minutes; 91% typed; 2 pastes (18 words)` */
    const line = (summary: WritingSummary) =>
      t(source === 'google-docs' ? 'google.line' : 'line', {
        words: words(summary.words),
        sessions: sessions(summary.sessions),
        minutes: minutes(summary.minutes),
        typed: share(summary.typed, summary.characters),
        pastes: pastes(summary.pastes),
      })
    return {
      number,
      words,
      minutes,
      sessions,
      characters,
      share,
      pastes,
      line,
      time: (ms: number) => time.format(ms),
      clock: (ms: number) => clock.format(ms),
      day: (ms: number) => day.format(ms),
    }
  }, [t, i18n, source])
}

export type RecordFigures = ReturnType<typeof useRecordFigures>

/** Where a record comes from. Our own editor records every key and paste; Google Docs keeps only changes, which merge key presses. */
export const RecordSource = createContext<'editor' | 'google-docs'>('editor')

/** Labels for a long insertion and for the rest of a text: only our own editor knows what was typed and what was pasted. */
export function useInsertionLabels() {
  const { t } = useTranslation('writing-record')
  return useContext(RecordSource) === 'google-docs'
    ? {
        event: t('google.insertion'),
        plot: t('google.insertion'),
        next: t('google.next'),
        short: t('google.insertion'),
        meaning: t('google.insertion.meaning'),
        unmarked: t('google.small.unmarked'),
        typed: t('google.small'),
        inserted: t('google.insertion'),
        insertions: t('google.insertions'),
      }
    : {
        event: t('event.paste'),
        plot: t('plot.paste'),
        next: t('replay.next.paste'),
        short: t('replay.pasted'),
        meaning: t('replay.pasted.meaning'),
        unmarked: t('replay.typed'),
        typed: t('fact.typed'),
        inserted: t('fact.pasted'),
        insertions: t('fact.pastes'),
      }
}
