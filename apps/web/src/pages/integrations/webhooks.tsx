import { useTranslation } from 'react-i18next'
import { Webhooks } from '../../features/integrations/webhooks/webhooks.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'

export default function WebhooksPage() {
  const { t } = useTranslation('integrations')
  return (
    <>
      <PageHeader title={t('hooks.title')} lead={t('hooks.lead')} back={<BackTo to="/integrations">{t('back')}</BackTo>} />
      <Webhooks />
    </>
  )
}
