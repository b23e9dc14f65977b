import { useTranslation } from 'react-i18next'
import { InterestForm, Offers } from '../../features/integrations/overview.tsx'
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
