import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { brand, lowWordsShare } from '@penmark/contract'
import {
  IconChartBar,
  IconCreditCard,
  IconFeather,
  IconFileText,
  IconLayoutDashboard,
  IconMessages,
  IconPlugConnected,
  IconSchool,
  IconShield,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import { useCaseAttention } from '../../features/cases/attention.tsx'
import { RetentionNotice } from '../../features/operations/retention/retention-notice.tsx'
import { useSellsPlans, useSettings } from '../../lib/call/queries.tsx'
import { useConsent } from '../../lib/consent/use-consent.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { loadNamespaces } from '../../lib/i18n/i18n.ts'
import { Mark } from '../../ui/brand/mark.tsx'
import { Dialog, SideDrawer } from '../../ui/dialog/dialog.tsx'
import { useKeys } from '../../ui/keys/keys.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { useNarrow } from '../../ui/theme/screen-width.ts'
import text from '../../ui/theme/text.module.css'
import { ToastContainer } from '../../ui/toast/toast.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'

/** The frame of every signed-in screen. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const narrow = useNarrow()
  const [opened, { toggle, close }] = useDisclosure(false)
  const [helps, help] = useDisclosure(false)
  useKeys({ '/': focusSearch, '?': help.open })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes the drawer
  useEffect(() => close(), [pathname, close])
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      {narrow ? (
        <SideDrawer opened={opened} onClose={close} size="16rem" title={t('menu.title')}>
          <Navigation />
        </SideDrawer>
      ) : (
        <Sidebar />
      )}
      <Header menuOpened={opened} onMenu={toggle} onKeys={help.open} />
      <main id="content" className={classes.content} tabIndex={-1}>
        <ShellNotices />
        {children}
      </main>
      <Dialog opened={helps} onClose={help.close} title={t('keys')}>
        <Suspense>
          <KeyHelp />
        </Suspense>
      </Dialog>
      <ConnectionLine />
      <ToastContainer />
      <CookieConsent />
    </div>
  )
}

const KeyHelp = lazy(() => import('./key-help.tsx'))

/** The search field of the page, if it has one. */
function focusSearch() {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
}

/** Loaded only when needed: most people have already decided on the public site. */
const Banner = lazy(async () => {
  const [{ CookieBanner }] = await Promise.all([
    import('../../features/public/cookies/cookie-banner.tsx'),
    loadNamespaces(['cookies']),
  ])
  return { default: CookieBanner }
})

/** The cookie banner, while there is no decision. */
function CookieConsent() {
  if (useConsent() !== null) return null
  return (
    <Suspense fallback={null}>
      <Banner />
    </Suspense>
  )
}

/** The pages with the retention notice. */
const retentionNoticePaths = ['/dashboard', '/documents', '/quickstart']

/** Notices above every page: few words left, documents about to be deleted. */
function ShellNotices() {
  const { pathname } = useLocation()
  return (
    <>
      <LowAllowanceNotice />
      {retentionNoticePaths.includes(pathname) && <RetentionNotice linked />}
    </>
  )
}

function LowAllowanceNotice() {
  const { t, i18n } = useTranslation('shell')
  const profile = useProfile().data?.profile
  const sellsPlans = useSellsPlans()
  const usage = profile?.usage
  if (!usage || profile.plan === 'SCHOOLS' || usage.limit === null || usage.remaining === null) return null
  if (usage.remaining >= usage.limit * lowWordsShare) return null
  const amounts = {
    count: usage.remaining,
    words: formatNumber(i18n, usage.remaining),
    limit: formatNumber(i18n, usage.limit),
  }
  return (
    <Notice
      tone="warning"
      action={
        <Link to="/subscriptions">
          {t(sellsPlans && profile.plan === 'FREE' ? 'upgrade' : 'lowWords.more')}
        </Link>
      }
    >
      {t('lowWords', amounts)}
    </Notice>
  )
}

/** The sidebar, top to bottom. Only pages that exist have an entry. */
const entries = [
  { path: '/dashboard', label: 'nav.dashboard', Icon: IconLayoutDashboard },
  { path: '/documents', label: 'nav.documents', Icon: IconFileText },
  { path: '/classes', label: 'nav.classes', Icon: IconSchool },
  { path: '/students', label: 'nav.students', Icon: IconUsers },
  { path: '/writing', label: 'nav.writing', Icon: IconFeather },
  { path: '/cases', label: 'nav.cases', Icon: IconMessages },
  { path: '/analytics', label: 'nav.analytics', Icon: IconChartBar },
  { path: '/integrations', label: 'nav.integrations', Icon: IconPlugConnected },
  { path: '/bin', label: 'nav.bin', Icon: IconTrash },
  { path: '/admin', label: 'nav.admin', Icon: IconShield, administrators: true },
  { path: '/subscriptions', label: 'nav.subscriptions', Icon: IconCreditCard },
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
function Navigation() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const isAdministrator = useProfile().data?.profile.is_administrator ?? false
  return (
    <>
      <nav aria-label={t('navigation')} className={classes.navigation}>
        {entriesFor(isAdministrator).map(({ path, label, Icon }) => (
          <Link
            key={path}
            to={path}
            className={classes.entry}
            aria-current={isCurrent(path, pathname) ? 'page' : undefined}
          >
            <Icon size={18} stroke={1.7} aria-hidden="true" />
            {t(label)}
            {path === '/cases' && <WaitingCases />}
          </Link>
        ))}
      </nav>
      <Upgrade />
    </>
  )
}

/** How many answers and appeals wait in My cases; nothing without any. */
function WaitingCases() {
  const { t, i18n } = useTranslation('shell')
  const attention = useCaseAttention()
  const count = attention === null ? 0 : attention.answered + attention.appeals
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{formatNumber(i18n, count)}</span>
      <span className={text.visuallyHidden}>{t('nav.cases.waiting', { count })}</span>
    </span>
  )
}

/**
 * The upgrade button of the Free plan, where plans are sold, and the image that opens the prices or the
 * operator's page.
 */
function Upgrade() {
  const { t } = useTranslation('shell')
  const sellsPlans = useSellsPlans()
  const isFree = useProfile().data?.profile.plan === 'FREE' && sellsPlans
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

function Sidebar() {
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
