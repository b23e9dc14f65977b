import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { SideDrawer } from '../../ui/dialog/dialog.tsx'
import { useNarrow } from '../../ui/table/narrow.ts'
import { ToastContainer } from '../../ui/toast/toast-container.tsx'
import { CookieConsent } from './cookie-consent.tsx'
import { Header } from './header.tsx'
import { ShellNotices } from './notices.tsx'
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
