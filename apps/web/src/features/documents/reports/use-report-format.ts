import { createFormatters, type Formatters } from '@penmark/wording'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'

/**
 * Creating a dozen `Intl` formatters costs more than rendering a paragraph, and every paragraph formats
 * numbers.
 */
const cache = new WeakMap<i18n, Map<string, Formatters>>()

export function useReportFormat(): Formatters {
  const { i18n } = useTranslation('report')
  const { language } = i18n
  const byLanguage = cache.get(i18n) ?? new Map<string, Formatters>()
  cache.set(i18n, byLanguage)
  const cached = byLanguage.get(language)
  if (cached) return cached
  const t = i18n.getFixedT(language, 'report')
  const words = {
    over: (share: string) => t('score.over', { share }),
    under: (share: string) => t('score.under', { share }),
  }
  const created = createFormatters(language, { words })
  byLanguage.set(language, created)
  return created
}
