import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/session.tsx'
import { PageHeader } from '../page-header/page-header.tsx'
import { EmptyState } from '../page-state/page-state.tsx'

interface SignedInProps {
  title: string
  /** Shown to visitors who are not signed in. */
  required: string
  children: ReactNode
}

/** Shows the page to signed-in users, and a message with a sign-in button to others. */
export function SignedIn({ title, required, children }: SignedInProps) {
  const { t } = useTranslation('shell')
  const { status, signIn } = useSession()
  if (status === 'authenticated') return children
  const returnTo = window.location.pathname + window.location.search
  return (
    <>
      <PageHeader title={title} />
      {status !== 'loading' && (
        <EmptyState action={<Button onClick={() => void signIn(returnTo)}>{t('signIn')}</Button>}>
          {required}
        </EmptyState>
      )}
    </>
  )
}
