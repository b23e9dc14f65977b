import { type Figures, type StandingFilter, standingFilters } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import classes from './standing-chips.module.css'

const figureOf = {
  'needs-you': 'needs_you',
  unclear: 'unclear',
  'nothing-found': 'nothing_found',
  unread: 'unread',
  closed: 'closed',
  'without-student': 'without_student',
} as const satisfies Record<StandingFilter, keyof Figures>

interface StandingChipsProps {
  figures: Figures
  /** Empty for all. */
  chosen: StandingFilter | ''
  onChoose: (standing: StandingFilter | '') => void
}

/** How many texts stand how, and how many have no student; each filters the list below. Only those that exist are offered. */
export function StandingChips({ figures, chosen, onChoose }: StandingChipsProps) {
  const { t, i18n } = useTranslation('documents')
  if (figures.documents === 0) return null
  const offered = standingFilters.filter((standing) => figures[figureOf[standing]] > 0 || standing === chosen)
  const chip = (standing: StandingFilter | '', figure: keyof Figures, label: string) => (
    <button
      key={standing}
      type="button"
      className={classes.chip}
      aria-pressed={chosen === standing}
      data-figure={figure}
      data-value={figures[figure]}
      onClick={() => onChoose(standing)}
    >
      {label} <b>{formatNumber(i18n, figures[figure])}</b>
    </button>
  )
  return (
    <fieldset className={classes.chips} aria-label={t('standing.label')}>
      {chip('', 'documents', t('standing.all'))}
      {offered.map((standing) => chip(standing, figureOf[standing], t(`standing.${standing}`)))}
    </fieldset>
  )
}
