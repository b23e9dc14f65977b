import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'

/** Where a record comes from: our own editor saw every key and paste, Google Docs only keeps changes and merges key presses into them. */
export const RecordSource = createContext<'editor' | 'google-docs'>('editor')

/** What a long insertion and the rest of a text are called: only our own editor knows that something was typed or pasted. */
export function useInsertionWords() {
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
