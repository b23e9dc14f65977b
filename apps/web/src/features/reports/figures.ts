import { type Figures, makeFigures } from '@penmark/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export function useFigures(): Figures {
  const { i18n } = useTranslation('report')
  return useMemo(() => makeFigures(i18n.language), [i18n.language])
}
