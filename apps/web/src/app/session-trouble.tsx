import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionFailure } from '../lib/session/failure.ts'
import { useSession } from '../lib/session/session.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import classes from './session-trouble.module.css'

/** Says in words what went wrong with signing in, out, or staying so; the code and the provider's own words stand beneath. */
export function SessionTrouble() {
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
