import { brand } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Mark } from '../../ui/brand/mark.tsx'
import { entries, isCurrent } from './entries.ts'
import classes from './shell.module.css'

/** The way around; the same list stands in the drawer of narrow screens. */
export function Navigation() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  return (
    <nav aria-label={t('navigation')} className={classes.navigation}>
      {entries.map(({ path, words, Icon }) => (
        <Link key={path} to={path} className={classes.entry} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
          <Icon size={18} stroke={1.7} aria-hidden="true" />
          {t(words)}
        </Link>
      ))}
    </nav>
  )
}

export function Sidebar() {
  return (
    <aside className={classes.sidebar}>
      <Link to="/dashboard" className={classes.brand}>
        <Mark />
        {brand.name}
      </Link>
      <Navigation />
    </aside>
  )
}
