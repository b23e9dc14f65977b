import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../../lib/format/format.ts'
import { Dialog, DialogActions } from '../../../../ui/dialog/dialog.tsx'
import text from '../../../../ui/theme/text.module.css'
import classes from '../../documents.module.css'
import type { Forecast } from './forecast.ts'

interface ForecastDialogProps {
  /** Null closes the dialog. */
  forecast: Forecast | null
  /** Whether those that fit can be sent without the others. */
  offersFitting: boolean
  wordsLeft: number
  onChoose: (choice: 'all' | 'fitting' | 'none') => void
}

/** Says before an upload starts how many of its documents would be read, and asks what to send. */
export function ForecastDialog({ forecast, offersFitting, wordsLeft, onChoose }: ForecastDialogProps) {
  const { t, i18n } = useTranslation(['documents', 'ui'])
  // What it said stays while it closes.
  const [shown, setShown] = useState(forecast)
  if (forecast !== null && forecast !== shown) setShown(forecast)
  const { documents, words, uncounted, read } = shown ?? { documents: 0, words: 0, uncounted: 0, read: 0 }
  const waiting = documents - uncounted - read
  const shownNumber = (number: number) => formatNumber(i18n, number)
  return (
    <Dialog opened={forecast !== null} onClose={() => onChoose('none')} title={t('forecast.title')}>
      <p className={classes.limitDetail}>
        {t('forecast.words', {
          count: documents,
          shown: shownNumber(documents),
          words: shownNumber(words),
          left: shownNumber(wordsLeft),
        })}{' '}
        <strong>
          {read === 0
            ? t('forecast.noneRead')
            : t('forecast.read', { count: read, shown: shownNumber(read) })}
        </strong>
      </p>
      <p className={text.note}>
        {t('forecast.wait', { count: waiting })}{' '}
        {uncounted > 0 && t('forecast.uncounted', { count: uncounted })}
      </p>
      <DialogActions>
        <Button variant="default" onClick={() => onChoose('none')}>
          {t('ui:cancel')}
        </Button>
        <Button component="a" href="/pricing" target="_blank" variant="default">
          {t('forecast.plans')}
        </Button>
        <Button variant={offersFitting ? 'default' : 'filled'} onClick={() => onChoose('all')}>
          {t('forecast.all')}
        </Button>
        {offersFitting && (
          <Button onClick={() => onChoose('fitting')}>
            {t('forecast.fitting', { count: read, shown: shownNumber(read) })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
