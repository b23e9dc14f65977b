import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import { useSettings } from '../../lib/call/queries.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../ui/page-state/page-state.tsx'

interface AdminOnlyProps {
  title: string
  lead: string
  /** Shown to others; without it they are redirected to `/`. */
  refusal?: string
  /** False on the administrators' front page. */
  back?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** A page for administrators. The server checks every call anyway; this only avoids an empty page. */
export function AdminOnly({ title, lead, refusal, back = true, actions, children }: AdminOnlyProps) {
  const { t } = useTranslation('admin')
  const loaded = useProfile().data
  const accountUrl = useSettings()?.oidc.account_url
  if (!loaded) return null
  if (loaded.profile.is_administrator && loaded.profile.needs_second_step) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          action={
            accountUrl && (
              <Button component="a" href={`${accountUrl}/second-step`}>
                {t('second-step.needed.action')}
              </Button>
            )
          }
        >
          {t('second-step.needed')}
        </EmptyState>
      </>
    )
  }
  if (loaded.profile.is_administrator) {
    return (
      <>
        <PageHeader
          title={title}
          lead={lead}
          {...(back && { back: <BackTo to="/admin">{t('back')}</BackTo> })}
          actions={actions}
        />
        {children}
      </>
    )
  }
  if (refusal === undefined) return <Navigate to="/" replace />
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        drawing="lost"
        action={
          <Button component={Link} to="/dashboard">
            {t('refused.action')}
          </Button>
        }
      >
        {refusal}
      </EmptyState>
    </>
  )
}
