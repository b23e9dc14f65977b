import { Button } from '@mantine/core'
import { brand } from '@penmark/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSession } from '../../lib/session/session.tsx'
import { Mark } from '../../ui/brand/mark.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Loading } from '../../ui/page-state/page-state.tsx'
import { PreferenceSelects } from '../../ui/public-frame/public-frame.tsx'
import classes from './start.module.css'

const lines = [
  { y: 84, width: 236 },
  { y: 108, width: 252, mark: 'solid' },
  { y: 132, width: 244, mark: 'solid' },
  { y: 156, width: 148 },
  { y: 196, width: 250 },
  { y: 220, width: 238, mark: 'dotted' },
  { y: 244, width: 252 },
  { y: 268, width: 226 },
  { y: 292, width: 96 },
] as const

/** A drawing of a page with two marked passages. Decoration only. */
function StartDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 360 400" aria-hidden="true">
      <path className={classes.sheet} d="M24 12h256l56 56v320H24z" />
      <path className={classes.fold} d="M280 12v56h56" />
      {lines.map((line) => (
        <g key={line.y}>
          <path className={classes.writing} d={`M52 ${line.y}h${line.width}`} />
          {'mark' in line && <path className={classes.underline} data-mark={line.mark} d={`M52 ${line.y + 9}h${line.width}`} />}
        </g>
      ))}
      <path className={classes.margin} d="M38 102v42" />
      <path className={classes.scale} d="M52 340h252" />
      <path className={classes.point} d="M236 330v20" />
    </svg>
  )
}

/** A visitor's first page; signed-in teachers are redirected to the dashboard. */
export default function StartPage() {
  const { t } = useTranslation(['start', 'shell'])
  const { status, failure, signIn, register } = useSession()
  useEffect(() => {
    document.title = brand.name
  }, [])
  if (status === 'loading') return <Loading />
  // A sign-in that returned to another page has changed the address already; that page may take a moment to replace this one.
  if (status === 'authenticated' && window.location.pathname === '/') return <Navigate to="/dashboard" replace />
  if (status === 'authenticated') return <Loading />
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
