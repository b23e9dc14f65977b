import { type PlanId, planWordLimit, wordsPerPage } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../format/format.ts'

/** What is compared between the plans, in this order. */
export const planFeatures = [
  'detection',
  'words',
  'pages',
  'pdf',
  'word',
  'students',
  'classes',
  'analytics',
  'lms',
  'teams',
  'classroom',
] as const
export type PlanFeature = (typeof planFeatures)[number]

/** A number of words or pages a month (null is unlimited), or whether the plan includes it. `planned` does not exist yet. */
type FeatureValue = { amount: number | null } | 'yes' | 'no' | 'planned'

/** Learning platforms come by LTI 1.3; the other two are not there yet. */
const integrations: Partial<Record<PlanFeature, FeatureValue>> = { lms: 'yes', teams: 'planned', classroom: 'planned' }

function featureOf(plan: PlanId, feature: PlanFeature): FeatureValue {
  const words = planWordLimit[plan]
  if (feature === 'words') return { amount: words }
  if (feature === 'pages') return { amount: words === null ? null : words / wordsPerPage }
  const integration = integrations[feature]
  return integration && plan !== 'SCHOOLS' ? 'no' : (integration ?? 'yes')
}

/** The plan that most teachers choose. */
export const popularPlan: PlanId = 'PRO'
/** Features that a plan's card shows on a narrow screen until it is expanded. */
export const shortFeatures = 4

/** What a plan offers of a feature, in words. What is only planned is not there yet. */
export function useFeatureWords(plan: PlanId, feature: PlanFeature): { has: boolean; isPlanned: boolean; words: string } {
  const { t, i18n } = useTranslation('subscriptions')
  const value = featureOf(plan, feature)
  const words = () => {
    if (typeof value !== 'object') return t(`feature.${feature as Exclude<PlanFeature, 'words' | 'pages'>}`)
    const amounts = feature as 'words' | 'pages'
    return value.amount === null ? t(`feature.${amounts}.unlimited`) : t(`feature.${amounts}`, { amount: formatNumber(i18n, value.amount) })
  }
  return { has: value !== 'no' && value !== 'planned', isPlanned: value === 'planned', words: words() }
}
