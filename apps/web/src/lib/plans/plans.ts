import { type PlanId, planWordLimit, wordsPerPage } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../format/format.ts'

/** The features that plans are compared by, in display order. */
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

/**
 * A number of words or pages a month (null is unlimited), or whether the plan includes it. `planned` does not
 * exist yet.
 */
type FeatureValue = { amount: number | null } | 'yes' | 'no' | 'planned'

/** Learning platforms connect by LTI 1.3; the other two do not exist yet. */
const integrations: Partial<Record<PlanFeature, FeatureValue>> = {
  lms: 'yes',
  teams: 'planned',
  classroom: 'planned',
}

function featureOf(plan: PlanId, feature: PlanFeature): FeatureValue {
  const words = planWordLimit[plan]
  if (feature === 'words') return { amount: words }
  if (feature === 'pages') return { amount: words === null ? null : words / wordsPerPage }
  const integration = integrations[feature]
  return integration && plan !== 'SCHOOLS' ? 'no' : (integration ?? 'yes')
}

/** The plan that most teachers choose. */
export const popularPlan: PlanId = 'PRO'
/** How many features a plan's card shows on a narrow screen until it is expanded. */
export const collapsedFeatureCount = 4

/** What a plan offers of a feature. A planned feature does not exist yet. */
export function usePlanFeature(
  plan: PlanId,
  feature: PlanFeature,
): { isIncluded: boolean; isPlanned: boolean; label: string } {
  const { t, i18n } = useTranslation('subscriptions')
  const value = featureOf(plan, feature)
  const label = () => {
    if (typeof value !== 'object') return t(`feature.${feature as Exclude<PlanFeature, 'words' | 'pages'>}`)
    const countable = feature as 'words' | 'pages'
    return value.amount === null
      ? t(`feature.${countable}.unlimited`)
      : t(`feature.${countable}`, { amount: formatNumber(i18n, value.amount) })
  }
  return { isIncluded: value !== 'no' && value !== 'planned', isPlanned: value === 'planned', label: label() }
}
