import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { PageHeader } from '../ui/page-header/page-header.tsx'
import { EmptyState } from '../ui/page-state/page-state.tsx'

/** A placeholder page for future marking; it names the document. */
export function AssessPage() {
  const { t } = useTranslation('shell')
  const { documentId = '' } = useParams()
  return (
    <>
      <PageHeader title={t('assess.title')} lead={t('assess.document', { id: documentId })} />
      <EmptyState
        action={
          <Button
            component={Link}
            to={`/documents/${encodeURIComponent(documentId)}/report`}
            variant="default"
          >
            {t('assess.action')}
          </Button>
        }
      >
        {t('assess.text')}
      </EmptyState>
    </>
  )
}

/** A placeholder for a later feature. */
export function SchoolsPage() {
  const { t } = useTranslation('shell')
  return (
    <>
      <PageHeader title={t('schools.title')} />
      <EmptyState>{t('schools.text')}</EmptyState>
    </>
  )
}

/** A placeholder for a later feature. */
export function TeachersPage() {
  const { t } = useTranslation('shell')
  return (
    <>
      <PageHeader title={t('teachers.title')} />
      <EmptyState>{t('teachers.text')}</EmptyState>
    </>
  )
}
