import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { useSupportEmail } from '../features/support/use-support-email.ts'
import { EmptyState } from '../ui/empty-state/empty-state.tsx'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import classes from './crash.module.css'

/** Shown when a screen throws, with an error id that the console also logs. */
export function Crash() {
  const { t } = useTranslation('shell')
  const error = useRouteError()
  const address = useSupportEmail()
  const [id] = useState(() => crypto.getRandomValues(new Uint32Array(1)).toString())
  useEffect(() => {
    console.error(`Error id ${id}`, error)
  }, [id, error])
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
