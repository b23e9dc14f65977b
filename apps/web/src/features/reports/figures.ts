import { type Figures, makeFigures } from '@penmark/contract'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'

/** A dozen formats take longer to make than a paragraph takes to draw, and every paragraph writes figures. */
const made = new WeakMap<i18n, Map<string, Figures>>()

export function useFigures(): Figures {
  const { i18n } = useTranslation('report')
  const { language } = i18n
  const known = made.get(i18n) ?? new Map<string, Figures>()
  made.set(i18n, known)
  const figures = known.get(language)
  if (figures) return figures
  const t = i18n.getFixedT(language, 'report')
  const words = { over: (share: string) => t('score.over', { share }), under: (share: string) => t('score.under', { share }) }
  const fresh = makeFigures(language, { words })
  known.set(language, fresh)
  return fresh
}
