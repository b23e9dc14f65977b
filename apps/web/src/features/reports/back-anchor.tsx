import { useTranslation } from 'react-i18next'
import { BackTo } from '../../ui/page-header/back-to.tsx'
import type { BackLink } from './origin.ts'

/** The way back to where the report was opened from. */
export function BackAnchor({ to, origin }: BackLink) {
  const { t } = useTranslation('report')
  return <BackTo to={to}>{t(`back.${origin}`)}</BackTo>
}
