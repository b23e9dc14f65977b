import { Skeleton } from '@mantine/core'
import { adminRoutes } from '@penmark/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/call/call.ts'
import { formatBytes, formatNumber } from '../../../lib/format/format.ts'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { Tile, TileRow } from '../../../ui/tiles/tiles.tsx'
import classes from '../admin.module.css'
import { ListLoadError } from '../admin-list.tsx'
import { adminKeys } from '../use-listing.ts'

/** Below this share of free space the disk, or the installation's quota, is nearly full. */
const littleRoom = 0.1

/** How much space the installation uses. */
export function StorageUse() {
  const { t, i18n } = useTranslation('admin')
  const use = useQuery({
    queryKey: adminKeys.list('storage'),
    queryFn: ({ signal }) => call(adminRoutes.readStorage, {}, { signal }),
  })
  const { data } = use
  const bytes = (value: number | undefined) => (value === undefined ? <Skeleton width={72} height={28} mt={4} /> : formatBytes(i18n, value))
  const files = (count: number | undefined) => t('storage.files.count', { count: count ?? 0, shown: formatNumber(i18n, count ?? 0) })
  const disk = data?.disk
  return (
    <section aria-label={t('storage')}>
      <SectionHeader title={t('storage')} />
      {use.isError && !data ? (
        <ListLoadError error={use.error} refetch={use.refetch} />
      ) : (
        <>
          <TileRow loading={use.isPending}>
            <Tile label={t('storage.database')} note={data ? t(`storage.kind.${data.database.kind}`) : ''}>
              {bytes(data?.database.bytes)}
            </Tile>
            <Tile label={t('storage.files')} note={files(data?.files.count)}>
              {bytes(data?.files.bytes)}
            </Tile>
            <Tile
              label={t('storage.quota')}
              note={data ? t('storage.quota.of', { limit: formatBytes(i18n, data.quota.limit_bytes) }) : ''}
              warns={data ? data.quota.limit_bytes - data.quota.used_bytes < data.quota.limit_bytes * littleRoom : false}
            >
              {bytes(data?.quota.used_bytes)}
            </Tile>
            <Tile label={t('storage.exports')} note={files(data?.exports.count)}>
              {bytes(data?.exports.bytes)}
            </Tile>
            <Tile
              label={t('storage.disk')}
              note={disk ? t('storage.disk.of', { total: formatBytes(i18n, disk.total_bytes) }) : t('storage.disk.unknown')}
              warns={disk ? disk.free_bytes < disk.total_bytes * littleRoom : false}
            >
              {disk === null ? '–' : bytes(disk?.free_bytes)}
            </Tile>
          </TileRow>
          {data && (
            <p className={classes.soft}>
              {t('storage.tables')} {data.database.tables.map(({ name, bytes: size }) => `${name} ${formatBytes(i18n, size)}`).join(' · ')}
            </p>
          )}
        </>
      )}
    </section>
  )
}
