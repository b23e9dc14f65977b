import { ActionIcon } from '@mantine/core'
import { type ApiKey, type ApiKeyInput, apiBase, integrationRoutes } from '@penmark/contract'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { formatDate, formatTime } from '../../../lib/format/format.ts'
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx'
import { FailedNotice } from '../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { EmptyState } from '../../../ui/page-state/page-state.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import text from '../../../ui/theme/text.module.css'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from '../integrations.module.css'

const noKeys: ApiKey[] = []

/** The teacher's keys, with an example of their use. */
export function ApiKeys() {
  const { t } = useTranslation('integrations')
  const { data, isError, isPending, refetch } = useApiKeys()
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const revoke = useRevokeApiKey()
  const revokeKey = (key: ApiKey) =>
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
        <pre className={classes.pre}>{curlExamples(window.location.origin)}</pre>
      </section>
      <ConfirmDialog
        opened={revoking !== null}
        title={t('keys.revoke.title')}
        confirm={t('keys.revoke')}
        destructive
        busy={revoke.isPending}
        onConfirm={() => revoking && revokeKey(revoking)}
        onClose={() => setRevoking(null)}
      >
        <p>{t('keys.revoke.text', { name: revoking?.name ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}

/** The three calls of docs/api.md. */
function curlExamples(origin: string): string {
  const call = 'curl -H "Authorization: Bearer $PENMARK_KEY"'
  return [
    `${call} -F file=@essay.docx ${origin}${apiBase}/documents/upload`,
    `${call} ${origin}${apiBase}/documents/ID`,
    `${call} ${origin}${apiBase}/results/document/ID`,
  ].join('\n')
}

interface KeysTableProps {
  keys: ApiKey[]
  loading: boolean
  onRevoke: (key: ApiKey) => void
}

/** The teacher's API keys, without their secrets. */
function KeysTable({ keys, loading, onRevoke }: KeysTableProps) {
  const { t } = useTranslation('integrations')
  const texts = useKeyTexts()
  const columns = useMemo<Column<ApiKey>[]>(
    () => [
      { id: 'name', header: t('keys.column.name'), accessorKey: 'name' },
      {
        id: 'prefix',
        header: t('keys.column.prefix'),
        enableSorting: false,
        cell: (row) => <code className={classes.code}>{row.prefix}…</code>,
        meta: { width: '9rem' },
      },
      {
        id: 'scopes',
        header: t('keys.column.scopes'),
        enableSorting: false,
        cell: (row) => texts.scopes(row),
      },
      {
        id: 'created_at',
        header: t('keys.column.created'),
        accessorKey: 'created_at',
        cell: (row) => texts.created(row),
        meta: { width: '8rem' },
      },
      {
        id: 'last_used_at',
        header: t('keys.column.used'),
        accessorFn: ({ last_used_at }) => last_used_at ?? '',
        cell: (row) => texts.used(row),
        meta: { width: '11rem' },
      },
      {
        id: 'expires_at',
        header: t('keys.column.expires'),
        accessorFn: ({ expires_at }) => expires_at ?? '',
        cell: (row) => texts.expires(row),
        meta: { width: '8rem' },
      },
      {
        id: 'actions',
        header: '',
        enableSorting: false,
        cell: (row) => <Revoke apiKey={row} onRevoke={onRevoke} />,
        meta: { width: '4rem', align: 'end', label: t('keys.column.actions') },
      },
    ],
    [t, texts, onRevoke],
  )
  return (
    <DataTable
      label={t('keys.table')}
      columns={columns}
      rows={keys}
      rowId={({ id }) => id}
      defaultSort={{ id: 'created_at', desc: true }}
      skeletonRows={loading ? 3 : undefined}
      empty={<EmptyState>{t('keys.empty')}</EmptyState>}
      narrowBelow={75}
      narrowRow={(apiKey) => (
        <div className={classes.narrow}>
          <span>
            <span className={classes.strong}>{apiKey.name}</span>
            <span className={text.small}>
              {apiKey.prefix}… · {texts.scopes(apiKey)}
            </span>
            <span className={text.small}>
              {t('keys.labelled', { label: t('keys.column.used'), value: texts.used(apiKey) })} ·{' '}
              {t('keys.labelled', { label: t('keys.column.expires'), value: texts.expires(apiKey) })}
            </span>
          </span>
          <Revoke apiKey={apiKey} onRevoke={onRevoke} />
        </div>
      )}
    />
  )
}

function useKeyTexts() {
  const { t, i18n } = useTranslation('integrations')
  return useMemo(
    () => ({
      scopes: ({ scopes }: ApiKey) => scopes.map((scope) => t(scopeLabelKeys[scope])).join(', '),
      created: ({ created_at }: ApiKey) => formatDate(i18n, created_at),
      used: ({ last_used_at }: ApiKey) =>
        last_used_at === null ? t('keys.never') : formatTime(i18n, last_used_at),
      expires: ({ expires_at }: ApiKey) => {
        if (expires_at === null) return t('keys.never')
        const date = formatDate(i18n, expires_at)
        return new Date(expires_at) <= new Date() ? t('keys.over', { date }) : date
      },
    }),
    [t, i18n],
  )
}

function Revoke({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: (key: ApiKey) => void }) {
  const { t } = useTranslation('integrations')
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      onClick={() => onRevoke(apiKey)}
      aria-label={t('keys.revoke.label', { name: apiKey.name })}
      title={t('keys.revoke')}
    >
      <IconTrash size={18} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  )
}

const key = ['api-keys']

/** A colon in a key would select another namespace. */
export const scopeLabelKeys = {
  'documents:write': 'keys.scope.send',
  'documents:read': 'keys.scope.look',
  'reports:read': 'keys.scope.read',
  'overlap:read': 'keys.scope.overlap',
  'cases:read': 'keys.scope.cases',
  'writing:read': 'keys.scope.writing',
} as const

/** The teacher's API keys, newest first. */
function useApiKeys() {
  return useQuery({ queryKey: key, queryFn: () => call(integrationRoutes.listApiKeys, {}), staleTime: 0 })
}

/** The response contains the key itself, which is only kept in the dialog that shows it. */
export function useCreateApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: ApiKeyInput) => call(integrationRoutes.createApiKey, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
    gcTime: 0,
  })
}

function useRevokeApiKey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(integrationRoutes.revokeApiKey, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}
