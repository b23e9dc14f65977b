import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** The way to the page that takes many files at once. */
export function QuickstartLink() {
  const { t } = useTranslation('documents')
  return (
    <Button component={Link} to="/quickstart" variant="default">
      {t('quickstart.link')}
    </Button>
  )
}
