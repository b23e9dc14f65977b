import { useDisclosure } from '@mantine/hooks'
import { lowWordsShare } from '@penmark/contract'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useProfile } from '../../features/profile/use-profile.ts'
import { RetentionNotice } from '../../features/retention/retention-notice.tsx'
import { useConsent } from '../../lib/consent/consent.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { loadNamespaces } from '../../lib/i18n/load-words.ts'
import { SideDrawer } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { useNarrow } from '../../ui/table/narrow.ts'
import { ToastContainer } from '../../ui/toast/toast-container.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'
import { Navigation, Sidebar } from './sidebar.tsx'

/** The frame of every signed-in screen. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const narrow = useNarrow()
  const [opened, { toggle, close }] = useDisclosure(false)
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
      <Header menuOpened={opened} onMenu={toggle} />
      <main id="content" className={classes.content} tabIndex={-1}>
        <ShellNotices />
        {children}
      </main>
      <ToastContainer />
      <CookieConsent />
    </div>
  )
}

/** Loaded only when needed: most people have decided on the public site already. */
const Banner = lazy(async () => {
  const [{ CookieBanner }] = await Promise.all([import('../../features/cookies/cookie-banner.tsx'), loadNamespaces(['cookies'])])
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

/** Pages that show the retention notice. */
const withDocuments = ['/dashboard', '/documents', '/quickstart']

/** Notices above every page: few words left, documents about to be deleted. */
function ShellNotices() {
  const { pathname } = useLocation()
  return (
    <>
      <LowWords />
      {withDocuments.includes(pathname) && <RetentionNotice linked />}
    </>
  )
}

function LowWords() {
  const { t, i18n } = useTranslation('shell')
  const profile = useProfile().data?.profile
  const usage = profile?.usage
  if (!usage || profile.plan === 'SCHOOLS' || usage.limit === null || usage.remaining === null) return null
  if (usage.remaining >= usage.limit * lowWordsShare) return null
  const words = { count: usage.remaining, words: formatNumber(i18n, usage.remaining), limit: formatNumber(i18n, usage.limit) }
  return (
    <Notice tone="warning" action={<Link to="/subscriptions">{profile.plan === 'FREE' ? t('upgrade') : t('lowWords.more')}</Link>}>
      {t('lowWords', words)}
    </Notice>
  )
}
