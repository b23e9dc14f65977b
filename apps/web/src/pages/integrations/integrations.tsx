import { useTranslation } from 'react-i18next'
import { InterestForm } from '../../features/integrations/interest-form.tsx'
import { Offers } from '../../features/integrations/offers.tsx'
import { PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'

export default function IntegrationsPage() {
  const { t } = useTranslation('integrations')
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <SectionHeader title={t('ready')} />
      <Offers />
      <SectionHeader title={t('wish')} />
      <InterestForm />
    </>
  )
}
