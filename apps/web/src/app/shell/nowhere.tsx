import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useMatches } from 'react-router'
import { PublicFrame } from '../../pages/public/public-frame.tsx'

/** The handle of the route that takes every address without a screen. */
export const nowhere = Symbol('nowhere')

export function useIsNowhere(): boolean {
  return useMatches().some(({ handle }) => handle === nowhere)
}

/** For whoever is not signed in: signing in would not make the page be there. */
export function Nowhere() {
  const { t } = useTranslation('shell')
  return (
    <PublicFrame title={t('notFound.title')} lead={t('notFound.text')}>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </PublicFrame>
  )
}
