import type { WritingSummary } from '@penmark/contract'
import { fastestStretchSentence } from '@penmark/wording'
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
      if (count === 0) return t('pastes.none')
      return pasted === 0
        ? t('pastes.noWords', { count, shown })
        : t('pastes', { count, shown, words: words(pasted) })
    }
    const insertions = ({ count, words: inserted }: WritingSummary['insertions']) =>
      count === 0
        ? t('insertions.none')
        : t('insertions', { count, shown: number(count), words: words(inserted) })
    /**
     * `612 words in 3 sessions, 74 minutes; 91% typed; 2 pastes (18 words)`, with what was inserted at once
     * if there is any.
     */
    const line = (summary: WritingSummary) => {
      const parts = {
        words: words(summary.words),
        sessions: sessions(summary.sessions),
        minutes: minutes(summary.minutes),
        typed: share(summary.typed, summary.characters),
        pastes: pastes(summary.pastes),
        insertions: insertions(summary.insertions),
      }
      if (source === 'google-docs') return t('google.line', parts)
      return summary.insertions.count === 0 ? t('line', parts) : t('line.insertions', parts)
    }
    /** Empty unless a stretch came faster than anybody types. */
    const fastest = (summary: WritingSummary) =>
      fastestStretchSentence(summary, {
        text: (key, values) => t(key, values),
        characters,
        language: i18n.language,
      })
    return {
      number,
      words,
      minutes,
      sessions,
      characters,
      share,
      line,
      fastest,
      time: (ms: number) => time.format(ms),
      clock: (ms: number) => clock.format(ms),
      day: (ms: number) => day.format(ms),
    }
  }, [t, i18n, source])
}

export type RecordFigures = ReturnType<typeof useRecordFigures>

/**
 * Where a record comes from. Our own editor records every key and paste; Google Docs keeps only changes,
 * which merge key presses.
 */
export const RecordSource = createContext<'editor' | 'google-docs'>('editor')

/** Labels that depend on the source: only our own editor knows what was typed and what was pasted. */
export function useSourceLabels() {
  const { t } = useTranslation('writing-record')
  return useContext(RecordSource) === 'google-docs'
    ? {
        seesKeys: false,
        typed: t('google.small'),
        unmarked: t('google.small.unmarked'),
        insertedMeaning: t('google.insertion.meaning'),
      }
    : {
        seesKeys: true,
        typed: t('fact.typed'),
        unmarked: t('replay.typed'),
        insertedMeaning: t('replay.inserted.meaning'),
      }
}
