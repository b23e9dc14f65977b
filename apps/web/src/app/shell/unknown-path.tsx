import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useMatches } from 'react-router'
import { PublicFrame } from '../../pages/public/public-frame.tsx'

/** The handle of the catch-all route. */
export const nowhere = Symbol('nowhere')

export function useIsUnknownPath(): boolean {
  return useMatches().some(({ handle }) => handle === nowhere)
}

/** Shown to visitors who are not signed in: signing in would not help. */
export function UnknownPath() {
  const { t } = useTranslation('shell')
  return (
    <PublicFrame title={t('notFound.title')} lead={t('notFound.text')}>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </PublicFrame>
  )
}
