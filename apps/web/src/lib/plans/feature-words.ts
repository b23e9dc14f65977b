import type { PlanId } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { showNumber } from '../format/format.ts'
import { featureOf, type PlanFeature } from './plans.ts'

/** What a plan offers of a feature, in words. What is only planned is not there yet. */
export function useFeatureWords(plan: PlanId, feature: PlanFeature): { has: boolean; isPlanned: boolean; words: string } {
  const { t, i18n } = useTranslation('subscriptions')
  const value = featureOf(plan, feature)
  const words = () => {
    if (typeof value !== 'object') return t(`feature.${feature as Exclude<PlanFeature, 'words' | 'pages'>}`)
    const amounts = feature as 'words' | 'pages'
    return value.amount === null ? t(`feature.${amounts}.unlimited`) : t(`feature.${amounts}`, { amount: showNumber(i18n, value.amount) })
  }
  return { has: value !== 'no' && value !== 'planned', isPlanned: value === 'planned', words: words() }
}
