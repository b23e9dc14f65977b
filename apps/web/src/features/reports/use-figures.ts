import { type Figures, makeFigures } from '@penmark/contract'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'

/** Creating a dozen `Intl` formatters costs more than rendering a paragraph, and every paragraph formats figures. */
const cache = new WeakMap<i18n, Map<string, Figures>>()

export function useFigures(): Figures {
  const { i18n } = useTranslation('report')
  const { language } = i18n
  const byLanguage = cache.get(i18n) ?? new Map<string, Figures>()
  cache.set(i18n, byLanguage)
  const figures = byLanguage.get(language)
  if (figures) return figures
  const t = i18n.getFixedT(language, 'report')
  const words = { over: (share: string) => t('score.over', { share }), under: (share: string) => t('score.under', { share }) }
  const created = makeFigures(language, { words })
  byLanguage.set(language, created)
  return created
}
