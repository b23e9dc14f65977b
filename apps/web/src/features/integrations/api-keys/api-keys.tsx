import { type ApiKey, apiBase } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FailedNotice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from '../integrations.module.css'
import { KeysTable } from './keys-table.tsx'
import { useApiKeys, useRevokeApiKey } from './use-api-keys.ts'

const noKeys: ApiKey[] = []

/** The teacher's keys, with an example of their use. */
export function ApiKeys() {
  const { t } = useTranslation('integrations')
  const { data, isError, isPending, refetch } = useApiKeys()
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const revoke = useRevokeApiKey()
  const end = (key: ApiKey) =>
    revoke.mutate(key.id, {
      onSuccess: () => toast.success(t('keys.revoked')),
      onError: (thrown) => toast.error(t('keys.revoke.failed', { detail: detailOf(thrown) })),
      onSettled: () => setRevoking(null),
    })
  return (
    <>
      {isError && !data ? (
        <FailedNotice onRetry={() => void refetch()}>{t('keys.failed')}</FailedNotice>
      ) : (
        <KeysTable keys={data ?? noKeys} loading={isPending} onRevoke={setRevoking} />
      )}
      <section className={classes.how}>
        <SectionHeader title={t('keys.how')} />
        <pre className={classes.pre}>{curlLines(window.location.origin)}</pre>
      </section>
      <ConfirmDialog
        opened={revoking !== null}
        title={t('keys.revoke.title')}
        confirm={t('keys.revoke')}
        destructive
        busy={revoke.isPending}
        onConfirm={() => revoking && end(revoking)}
        onClose={() => setRevoking(null)}
      >
        <p>{t('keys.revoke.text', { name: revoking?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}

/** The three calls of docs/api.md. */
function curlLines(origin: string): string {
  const call = 'curl -H "Authorization: Bearer $PENMARK_KEY"'
  return [
    `${call} -F file=@essay.docx ${origin}${apiBase}/documents/upload`,
    `${call} ${origin}${apiBase}/documents/ID`,
    `${call} ${origin}${apiBase}/results/document/ID`,
  ].join('\n')
}
