import { adminRoutes, type ReleasedModel } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../lib/call/call.ts'
import { formatBytes, formatNumber } from '../../../../lib/format/format.ts'
import { Badge } from '../../../../ui/badge/badge.tsx'
import { Notice } from '../../../../ui/notice/notice.tsx'
import { SectionHeader } from '../../../../ui/page-header/page-header.tsx'
import { NarrowRow, TextCell } from '../../../../ui/table/cells.tsx'
import type { Column } from '../../../../ui/table/columns.ts'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { adminKeys, ListLoadError } from '../admin-list.tsx'

/** The released models with their cards, and which one scores new documents. */
export function DetectorModels() {
  const { t, i18n } = useTranslation('admin')
  const models = useQuery({
    queryKey: adminKeys.list('models'),
    queryFn: ({ signal }) => call(adminRoutes.readModels, {}, { signal }),
  })
  const formatTexts = useMemo(
    () =>
      ({ texts }: ReleasedModel) =>
        t('models.texts.of', {
          human: formatNumber(i18n, texts.human),
          ai: formatNumber(i18n, texts.ai),
          sources: formatNumber(i18n, texts.sources),
        }),
    [t, i18n],
  )
  const columns = useMemo<Column<ReleasedModel>[]>(
    () => [
      {
        id: 'name',
        header: t('column.model'),
        enableSorting: false,
        cell: (row) => <TextCell>{modelName(row)}</TextCell>,
        meta: { width: '9rem' },
      },
      {
        id: 'state',
        header: t('column.status'),
        enableSorting: false,
        cell: (row) => <State model={row} />,
        meta: { width: '7rem' },
      },
      {
        id: 'use',
        header: t('column.use'),
        enableSorting: false,
        cell: (row) => <TextCell>{formatUse(row.use, t)}</TextCell>,
      },
      {
        id: 'texts',
        header: t('column.texts'),
        enableSorting: false,
        cell: (row) => <TextCell>{formatTexts(row)}</TextCell>,
        meta: { width: '24rem' },
      },
      {
        id: 'bytes',
        header: t('column.size'),
        enableSorting: false,
        cell: (row) => formatBytes(i18n, row.bytes),
        meta: { width: '6rem', align: 'end' },
      },
      {
        id: 'card',
        header: '',
        enableSorting: false,
        cell: (row) => <Card model={row} />,
        meta: { width: '7rem', align: 'end', label: t('models.card') },
      },
    ],
    [t, i18n, formatTexts],
  )
  const { data } = models
  return (
    <section aria-label={t('models')}>
      <SectionHeader title={t('models')} />
      {models.isError && !data && <ListLoadError error={models.error} refetch={models.refetch} />}
      {data && !data.released.some(({ is_active }) => is_active) && (
        <Notice tone="warning">
          {t('models.other', { name: data.active.name, version: data.active.version })}
        </Notice>
      )}
      {!(models.isError && !data) && (
        <DataTable
          label={t('models')}
          columns={columns}
          rows={data?.released ?? []}
          rowId={({ name }) => name}
          defaultSort={{ id: 'name', desc: false }}
          skeletonRows={models.isPending ? 2 : undefined}
          empty={null}
          narrowBelow={90}
          narrowRow={(model) => (
            <NarrowRow
              name={modelName(model)}
              about={[
                model.is_active ? t('models.active') : null,
                formatUse(model.use, t),
                formatTexts(model),
              ]}
            >
              <Card model={model} />
            </NarrowRow>
          )}
        />
      )}
    </section>
  )
}

const modelName = ({ name, version }: ReleasedModel) => `${name} ${version}`

type Translate = ReturnType<typeof useTranslation<'admin'>>['t']

/** The use that a card states, translated where it is known. */
function formatUse(use: string, t: Translate): string {
  if (use === 'any') return t('models.use.any')
  return use === 'evaluation-and-non-commercial' ? t('models.use.evaluation') : use
}

function State({ model }: { model: ReleasedModel }) {
  const { t } = useTranslation('admin')
  return model.is_active ? (
    <Badge tone="success">{t('models.active')}</Badge>
  ) : (
    <Badge tone="neutral">{t('models.idle')}</Badge>
  )
}

function Card({ model }: { model: ReleasedModel }) {
  const { t } = useTranslation('admin')
  return (
    <a
      href={`/evaluation/${model.name}.card.json`}
      aria-label={t('models.card.label', { name: modelName(model) })}
    >
      {t('models.card')}
    </a>
  )
}
