import { useTranslation } from 'react-i18next'
import { BulkUpload } from '../../features/students/bulk/bulk-upload.tsx'
import { BackTo, PageHeader } from '../../ui/page-header/page-header.tsx'

export default function BulkUploadPage() {
  const { t } = useTranslation('students')
  return (
    <>
      <PageHeader title={t('bulk.title')} lead={t('bulk.lead')} back={<BackTo to="/students">{t('back')}</BackTo>} />
      <BulkUpload />
    </>
  )
}
