import { Button } from '@mantine/core'
import { brand } from '@penmark/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSession } from '../../lib/session/session.tsx'
import { Mark } from '../../ui/brand/mark.tsx'
import { Loading } from '../../ui/loading/loading.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PreferenceSelects } from '../../ui/preferences/preference-selects.tsx'
import classes from './start.module.css'
import { StartDrawing } from './start-drawing.tsx'

/** A visitor's first page; signed-in teachers are redirected to the dashboard. */
export default function StartPage() {
  const { t } = useTranslation(['start', 'shell'])
  const { status, failure, signIn, register } = useSession()
  useEffect(() => {
    document.title = brand.name
  }, [])
  if (status === 'loading') return <Loading />
  if (status === 'authenticated') return <Navigate to="/dashboard" replace />
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Mark />
          {brand.name}
        </span>
        <PreferenceSelects />
      </header>
      <main className={classes.main}>
        <div>
          <h1 className={classes.title}>{t('title')}</h1>
          <p className={classes.lead}>{t('lead')}</p>
          {status === 'unavailable' && <Notice tone="error">{t('shell:identityUnavailable')}</Notice>}
          {status === 'unauthenticated' && failure && <Notice tone="error">{t('shell:signInFailed')}</Notice>}
          <div className={classes.actions}>
            <Button size="md" onClick={() => void register('/dashboard')}>
              {t('register')}
            </Button>
            <Button size="md" variant="default" onClick={() => void signIn('/dashboard')}>
              {t('signIn')}
            </Button>
          </div>
        </div>
        <StartDrawing />
        <ul className={classes.points}>
          <li>{t('point.input')}</li>
          <li>{t('point.report')}</li>
          <li>{t('point.limit')}</li>
        </ul>
      </main>
    </div>
  )
}
