import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiKeys } from '../../features/integrations/api-keys/api-keys.tsx'
import { MakeKey } from '../../features/integrations/api-keys/make-key.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'

export default function ApiKeysPage() {
  const { t } = useTranslation('integrations')
  const [making, setMaking] = useState(false)
  return (
    <>
      <PageHeader
        title={t('keys.title')}
        lead={t('keys.lead')}
        back={<BackTo to="/integrations">{t('back')}</BackTo>}
        actions={<Button onClick={() => setMaking(true)}>{t('keys.make')}</Button>}
      />
      <ApiKeys />
      <MakeKey opened={making} onClose={() => setMaking(false)} />
    </>
  )
}
