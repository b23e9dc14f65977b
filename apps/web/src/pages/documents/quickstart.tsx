import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LimitModal } from '../../features/documents/dialogs.tsx'
import { Quickstart } from '../../features/documents/upload/quickstart.tsx'
import { useProfile } from '../../features/profile/use-profile.ts'
import { PageHeader } from '../../ui/page-header/page-header.tsx'

export default function QuickstartPage() {
  const { t } = useTranslation('documents')
  const plan = useProfile().data?.profile.plan ?? 'FREE'
  const [limit, setLimit] = useState<string | null>(null)
  return (
    <>
      <PageHeader title={t('quickstart.title')} lead={t('quickstart.lead')} />
      <Quickstart onLimit={setLimit} />
      <LimitModal detail={limit} plan={plan} onClose={() => setLimit(null)} />
    </>
  )
}
