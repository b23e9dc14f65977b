import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PublicFrame } from '../../ui/public-frame/public-frame.tsx'

/** Shown to visitors who are not signed in: signing in would not help. */
export default function UnknownPath() {
  const { t } = useTranslation('shell')
  return (
    <PublicFrame title={t('notFound.title')} lead={t('notFound.text')}>
      <Button component={Link} to="/">
        {t('notFound.home')}
      </Button>
    </PublicFrame>
  )
}
