import { Button } from '@mantine/core'
import { brand } from '@penmark/contract'
import {
  IconChartBar,
  IconCreditCard,
  IconFileText,
  IconLayoutDashboard,
  IconMessages,
  IconPencil,
  IconPlugConnected,
  IconSchool,
  IconShield,
  IconUsers,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useProfile } from '../../features/profile/use-profile.ts'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { Mark } from '../../ui/brand/mark.tsx'
import classes from './shell.module.css'

/** The sidebar, top to bottom. Only pages that exist have an entry. */
const entries = [
  { path: '/dashboard', words: 'nav.dashboard', Icon: IconLayoutDashboard },
  { path: '/documents', words: 'nav.documents', Icon: IconFileText },
  { path: '/classes', words: 'nav.classes', Icon: IconSchool },
  { path: '/students', words: 'nav.students', Icon: IconUsers },
  { path: '/writing', words: 'nav.writing', Icon: IconPencil },
  { path: '/cases', words: 'nav.cases', Icon: IconMessages },
  { path: '/analytics', words: 'nav.analytics', Icon: IconChartBar },
  { path: '/integrations', words: 'nav.integrations', Icon: IconPlugConnected },
  { path: '/admin', words: 'nav.admin', Icon: IconShield, administrators: true },
  { path: '/subscriptions', words: 'nav.subscriptions', Icon: IconCreditCard },
] as const

/** The sidebar entries a person may see. */
export function entriesFor(isAdministrator: boolean) {
  return entries.filter((entry) => isAdministrator || !('administrators' in entry))
}

/** An entry is current when the path equals it or starts with it. */
export function isCurrent(entry: string, pathname: string): boolean {
  return pathname === entry || pathname.startsWith(`${entry}/`)
}

/** The navigation, in the sidebar or in the drawer of narrow screens. */
export function Navigation() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const isAdministrator = useProfile().data?.profile.is_administrator ?? false
  return (
    <>
      <nav aria-label={t('navigation')} className={classes.navigation}>
        {entriesFor(isAdministrator).map(({ path, words, Icon }) => (
          <Link key={path} to={path} className={classes.entry} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
            <Icon size={18} stroke={1.7} aria-hidden="true" />
            {t(words)}
          </Link>
        ))}
      </nav>
      <Upgrade />
    </>
  )
}

/** The upgrade button of the Free plan, and the operator's sign-up image where one is configured. */
function Upgrade() {
  const { t } = useTranslation('shell')
  const isFree = useProfile().data?.profile.plan === 'FREE'
  const image = useSettings()?.upgrade_url ?? null
  if (!isFree && image === null) return null
  return (
    <div className={classes.upgrade}>
      {isFree && (
        <Button component={Link} to="/subscriptions" fullWidth>
          {t('upgrade')}
        </Button>
      )}
      {image !== null && (
        <a href={image} target="_blank" rel="noopener" className={classes.upgradeImage}>
          <img src="/upgrade.svg" alt={t('upgrade.image')} width={208} height={104} />
        </a>
      )}
    </div>
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
