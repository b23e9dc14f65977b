import { Button, Progress } from '@mantine/core'
import { type ExportArchive, ownDataRoutes } from '@penmark/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/browser/browser.ts'
import { call } from '../../../lib/call/call.ts'
import { fetchFile } from '../../../lib/call/fetch-file.ts'
import { formatBytes, formatDate, formatNumber, formatTime } from '../../../lib/format/format.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import layout from '../../../ui/theme/layout.module.css'
import text from '../../../ui/theme/text.module.css'
import classes from './exports.module.css'

/**
 * Two ways to export everything: as data at once, or as an archive with files and reports that takes a while.
 */
export function Exports() {
  const { t, i18n } = useTranslation('privacy')
  const archives = useExports()
  const download = useDownloadData()
  const start = useStartExport()
  const remove = useDeleteExport()
  const fetchArchive = useFetchExport()
  const isMaking = archives.data?.some(isUnderway) ?? false
  const failed = [download, start, remove, fetchArchive].some(({ isError }) => isError)
  return (
    <div className={classes.exports}>
      <p>{t('export.text')}</p>
      {failed && <Notice tone="error">{t('export.failed')}</Notice>}
      <div className={layout.row}>
        <Button variant="default" onClick={() => download.mutate()} loading={download.isPending}>
          {t('export.data')}
        </Button>
        <Button
          variant="default"
          onClick={() => start.mutate(i18n.language)}
          loading={start.isPending}
          disabled={isMaking}
        >
          {t('export.archive')}
        </Button>
      </div>
      {archives.data && archives.data.length > 0 && (
        <ul className={classes.list}>
          {archives.data.map((archive) => (
            <li key={archive.id} className={classes.archive}>
              <Archive archive={archive} />
              <div className={layout.row}>
                {archive.state === 'ready' && (
                  <Button size="compact-sm" onClick={() => fetchArchive.mutate(archive.id)}>
                    {t('export.download')}
                  </Button>
                )}
                <Button size="compact-sm" variant="subtle" onClick={() => remove.mutate(archive.id)}>
                  {isUnderway(archive) ? t('export.stop') : t('export.remove')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Archive({ archive }: { archive: ExportArchive }) {
  const { t, i18n } = useTranslation('privacy')
  const { state, documents_done, documents_total, size_bytes, created_at, expires_at, write_fault } = archive
  const requestedAt = t('export.asked', { time: formatTime(i18n, created_at) })
  if (state === 'failed') {
    return (
      <p className={classes.state}>
        <span className={classes.failed}>
          {t(write_fault === null ? 'export.state.failed' : 'export.state.disk')}
        </span>{' '}
        {requestedAt}
      </p>
    )
  }
  if (state === 'ready') {
    return (
      <p className={classes.state}>
        {t('export.state.ready', {
          size: formatBytes(i18n, size_bytes ?? 0),
          date: expires_at === null ? '' : formatDate(i18n, expires_at),
        })}{' '}
        <span className={text.soft}>{requestedAt}</span>
      </p>
    )
  }
  const share = documents_total === 0 ? 0 : Math.round((documents_done / documents_total) * 100)
  return (
    <div className={classes.state}>
      <p role="status">
        {state === 'waiting'
          ? t('export.state.waiting')
          : t('export.state.making', {
              done: formatNumber(i18n, documents_done),
              total: formatNumber(i18n, documents_total),
            })}
      </p>
      <Progress value={share} aria-label={t('export.progress')} size="sm" />
    </div>
  )
}

const key = ['exports']
const pollEveryMs = 2_000
/** The specification's name, used if the server sends none. */
const defaultName = 'penmark-export.json'

const isUnderway = ({ state }: ExportArchive) => state === 'waiting' || state === 'making'

/** The teacher's archives, polled while one is being made. */
function useExports() {
  return useQuery({
    queryKey: key,
    queryFn: () => call(ownDataRoutes.listExports, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? pollEveryMs : false),
  })
}

/** Downloads everything as JSON. */
function useDownloadData() {
  return useMutation({
    mutationFn: async () => {
      const { content, filename } = await fetchFile(ownDataRoutes.exportTeacher, {})
      saveFile(content, filename ?? defaultName)
    },
  })
}

function useStartExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (language: string) => call(ownDataRoutes.startExport, { language }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

function useDeleteExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(ownDataRoutes.deleteExport, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  })
}

/**
 * Requests a short-lived URL and lets the browser download it, so that a large file is never held in the
 * page.
 */
function useFetchExport() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await call(ownDataRoutes.createExportLink, { id })
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
  })
}
