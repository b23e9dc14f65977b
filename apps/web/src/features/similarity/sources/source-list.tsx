import { Button } from '@mantine/core'
import type { Source } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { FailedNotice, Notice } from '../../../ui/notice/notice.tsx'
import { Loading } from '../../../ui/page-state/page-state.tsx'
import rows from '../../../ui/row-list/row-list.module.css'
import text from '../../../ui/theme/text.module.css'
import classes from '../overlap.module.css'
import { useDeleteSource, useSources } from './queries.ts'

/** The sources of a class, with how many documents share a passage with each. */
export function SourceList({ classId }: { classId: string }) {
  const { t } = useTranslation('overlap')
  const { data, error, isPending, refetch } = useSources(classId)
  const [deleted, setDeleted] = useState<Source | null>(null)
  const remove = useDeleteSource(classId)
  if (isPending) return <Loading />
  if (data === undefined)
    return (
      <FailedNotice onRetry={() => void refetch()}>
        {t('sources.failedLoad', { detail: detailOf(error) })}
      </FailedNotice>
    )
  if (data.length === 0) return <p className={classes.soft}>{t('sources.none')}</p>
  return (
    <>
      {remove.isError && (
        <Notice tone="error">{t('sources.remove.failed', { detail: detailOf(remove.error) })}</Notice>
      )}
      <ul className={rows.list} aria-label={t('sources.title')}>
        {data.map((source) => (
          <li key={source.id} className={rows.row}>
            <SourceLine source={source} />
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('sources.remove.of', { name: source.name })}
              onClick={() => setDeleted(source)}
            >
              {t('sources.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={deleted !== null}
        title={t('sources.remove')}
        confirm={t('sources.remove')}
        destructive
        busy={remove.isPending}
        onClose={() => setDeleted(null)}
        onConfirm={() => deleted && remove.mutate(deleted.id, { onSettled: () => setDeleted(null) })}
      >
        <p>{t('sources.remove.confirm', { name: deleted?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}

function SourceLine({
  source: { name, kind, state, status_reason, words, documents, is_comparing },
}: {
  source: Source
}) {
  const { t, i18n } = useTranslation('overlap')
  const number = (value: number) => formatNumber(i18n, value)
  // Not while documents are compared: they may share passages after all.
  const none = is_comparing ? t('sources.comparing') : t('sources.noDocuments')
  const found =
    documents === 0 ? none : t('sources.documents', { count: documents, shown: number(documents) })
  const standing = {
    waiting: [t('sources.waiting')],
    failed: [],
    ready: [t('sources.words', { count: words ?? 0, shown: number(words ?? 0) }), found],
  }[state]
  return (
    <div className={rows.text}>
      <strong>{name}</strong>
      <span className={text.small}>{[t(`sources.kind.${kind}`), ...standing].join(' · ')}</span>
      {status_reason !== null && <span>{status_reason}</span>}
    </div>
  )
}
