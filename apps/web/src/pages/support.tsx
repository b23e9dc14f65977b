import { Button } from '@mantine/core'
import { brand } from '@penmark/contract'
import { useTranslation } from 'react-i18next'
import { PublicFrame } from './public-frame.tsx'

/** How to reach us, for everybody; `/contact-us` leads here. */
export default function SupportPage() {
  const { t } = useTranslation('subscriptions')
  return (
    <PublicFrame title={t('contact.title')} lead={t('contact.lead')}>
      <Button component="a" href={`mailto:${brand.supportEmail}`}>
        {t('contact.mail', { address: brand.supportEmail })}
      </Button>
    </PublicFrame>
  )
}
