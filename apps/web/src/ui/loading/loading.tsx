import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './loading.module.css'

/** A centred spinner for a whole screen or region, with an accessible name. */
export function Loading({ region = 'screen' }: { region?: 'screen' | 'page' }) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.loading} data-region={region} role="status" aria-label={t('loading')}>
      <Loader aria-hidden="true" />
    </div>
  )
}
