import { Button } from '@mantine/core'
import { pollEveryMs, teacherRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import { documentKeys } from '../queries.ts'
import { isInProgress } from '../status.ts'
import { DocumentName, Finding, StatusBadge } from '../table/columns.tsx'
import classes from './samples.module.css'

const samples = { is_sample: true } as const

/** The sample documents with what they are for, apart from the teacher's own; removed with one click. */
export function Samples() {
  const { t, i18n } = useTranslation('documents')
  const client = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: [...documentKeys.list, samples],
    queryFn: ({ signal }) => call(teacherRoutes.listDocuments, samples, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isInProgress(status)) ? pollEveryMs.documents : false,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(teacherRoutes.removeSamples, {}),
    onSuccess: async () => {
      // Lists, counters, the class and this section itself.
      await client.invalidateQueries()
      toast.success(t('samples.removed'))
    },
    onError: (error) => toast.error(t('samples.failed', { detail: detailOf(error) })),
  })
  return (
    <section className={classes.section} aria-label={t('samples.title')}>
      <SectionHeader
        title={t('samples.title')}
        actions={
          <Button variant="default" loading={isPending} onClick={() => mutate()}>
            {t('samples.remove')}
          </Button>
        }
      />
      <p className={classes.what}>{t('samples.what')}</p>
      <ul className={classes.samples}>
        {data.map((document) => (
          <li key={document.id} className={classes.sample}>
            <DocumentName document={document} t={t} />
            {document.status === 'COMPLETED' ? (
              <Finding document={document} t={t} i18n={i18n} />
            ) : (
              <StatusBadge t={t} document={document} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
