import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import type { SessionFailure } from '../lib/session/failure.ts'
import { useSession } from '../lib/session/session.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import classes from './session-error.module.css'

/** The root of all screens; scrolls to the top on every path change. */
export function Root() {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the effect answers to
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
  const { failure } = useSession()
  const [hidden, setHidden] = useState<SessionFailure | null>(null)
  if (failure === null || failure === hidden) return null
  return (
    <div className={classes.trouble}>
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
