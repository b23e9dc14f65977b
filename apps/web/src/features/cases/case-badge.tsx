import type { CaseSummary } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge/badge.tsx'

const tones = { new: 'neutral', asked: 'info', answered: 'warning', decided: 'success' } as const

/** Where a case stands; once decided, how. No outcome is shown as an alarm. */
export function CaseBadge({ state, outcome, is_under_appeal }: Pick<CaseSummary, 'state' | 'outcome' | 'is_under_appeal'>) {
  const { t } = useTranslation('cases')
  if (is_under_appeal) return <Badge tone="warning">{t('state.appealed')}</Badge>
  return <Badge tone={tones[state]}>{outcome === null ? t(`state.${state}`) : t(`outcome.${outcome}`)}</Badge>
}
