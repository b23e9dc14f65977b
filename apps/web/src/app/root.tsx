import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useRouteError } from 'react-router'
import { useSupportEmail } from '../features/public/support/use-support-email.ts'
import { MissingWords } from '../lib/i18n/i18n.ts'
import type { SessionFailure } from '../lib/session/failure.ts'
import { hasExpired, useSession } from '../lib/session/session.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import { EmptyState } from '../ui/page-state/page-state.tsx'
import classes from './root.module.css'

/** The root of all screens; scrolls to the top on every path change. */
export function Root() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path scrolls to the top
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return (
    <>
      <SessionErrorNotice />
      <Outlet />
    </>
  )
}

/** Explains a sign-in, sign-out or refresh error, with the provider's code and message below. */
function SessionErrorNotice() {
  const { t } = useTranslation(['shell', 'ui'])
  const { failure, status } = useSession()
  const [hidden, setHidden] = useState<SessionFailure | null>(null)
  if (failure === null || failure === hidden) return null
  // Pages that need somebody signed in say so themselves; to the others it does not matter.
  if (hasExpired({ failure, status })) return null
  return (
    <div className={classes.sessionError}>
      <Notice
        tone="error"
        action={
          <Button variant="default" size="compact-sm" onClick={() => setHidden(failure)}>
            {t('ui:close')}
          </Button>
        }
      >
        <p>{t(`failure.${failure.code}`)}</p>
        <p className={classes.code}>
          {failure.code}: {failure.description}
        </p>
      </Notice>
    </div>
  )
}

/** Shown when a screen throws, with an error id that the console also logs. */
export function Crash() {
  const { t } = useTranslation(['shell', 'ui'])
  const error = useRouteError()
  const address = useSupportEmail()
  const [id] = useState(() => crypto.getRandomValues(new Uint32Array(1)).toString())
  useEffect(() => {
    console.error(`Error id ${id}`, error)
  }, [id, error])
  if (error instanceof MissingWords) {
    return (
      <main className={classes.crash}>
        <PageHeader title={t('unwritten.title')} lead={t('unwritten.text')} />
        <Button onClick={() => window.location.reload()}>{t('ui:retry')}</Button>
      </main>
    )
  }
  return (
    <main className={classes.crash}>
      <PageHeader title={t('crash.title')} lead={t('crash.text')} />
      <EmptyState
        drawing="trouble"
        action={
          <div className={classes.actions}>
            <Button variant="default" onClick={() => window.location.reload()}>
              {t('crash.reload')}
            </Button>
            <Button component="a" href="/">
              {t('crash.back')}
            </Button>
          </div>
        }
      >
        {t('crash.id', { id, address })}
      </EmptyState>
    </main>
  )
}
