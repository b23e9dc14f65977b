import { type Figures, makeFigures } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export function useFigures(): Figures {
  const { t, i18n } = useTranslation('report')
  return useMemo(() => {
    const words = { over: (share: string) => t('score.over', { share }), under: (share: string) => t('score.under', { share }) }
    return makeFigures(i18n.language, { words })
  }, [t, i18n.language])
}
