import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './back-anchor.module.css'
import type { BackLink } from './origin.ts'

/** The way back to where the report was opened from. */
export function BackAnchor({ to, origin }: BackLink) {
  const { t } = useTranslation('report')
  return (
    <Link to={to} className={classes.back}>
      <IconArrowLeft size={16} aria-hidden="true" />
      {t(`back.${origin}`)}
    </Link>
  )
}
