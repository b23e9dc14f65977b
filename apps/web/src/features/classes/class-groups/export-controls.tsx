import { Button, Progress } from '@mantine/core'
import { classExportRoutes, Problem } from '@penmark/contract'
import { IconDownload, IconFileText, IconPrinter } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../lib/browser/browser.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { type FetchedFile, fetchFile } from '../../../lib/call/fetch-file.ts'
import { DropMenu } from '../../../ui/menu/drop-menu.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { toast } from '../../../ui/toast/toast.tsx'
import classes from './class-groups.module.css'

interface ExportMenuProps {
  busy: boolean
  onTable: () => void
  onReports: () => void
}

/** Exports of a class. */
export function ExportMenu({ busy, onTable, onReports }: ExportMenuProps) {
  const { t } = useTranslation('classes')
  return (
    <DropMenu
      trigger={
        <Button variant="default" disabled={busy} leftSection={<IconDownload size={16} aria-hidden="true" />}>
          {t('export')}
        </Button>
      }
      entries={[
        {
          key: 'table',
          label: t('export.csv'),
          onChoose: onTable,
          icon: <IconFileText size={16} aria-hidden="true" />,
        },
        {
          key: 'reports',
          label: t('export.zip'),
          onChoose: onReports,
          icon: <IconPrinter size={16} aria-hidden="true" />,
        },
      ]}
    />
  )
}

/** The progress of an export, with a button to stop it. */
export function ExportProgress({ running, onStop }: { running: Export | null; onStop: () => void }) {
  const { t } = useTranslation('classes')
  if (running === null) return null
  const { kind, done, total } = running
  return (
    <Notice
      tone="info"
      action={
        <Button size="compact-sm" variant="default" onClick={onStop}>
          {t('export.stop')}
        </Button>
      }
    >
      <div className={classes.exporting}>
        {kind === 'zip' ? t('export.reports', { done, total }) : t('export.making')}
        {kind === 'zip' && (
          <Progress
            value={total === 0 ? 0 : (done / total) * 100}
            size={4}
            aria-label={t('export.progress')}
          />
        )}
      </div>
    </Notice>
  )
}

interface Export {
  kind: 'csv' | 'zip'
  /** Reports started so far, and the total. */
  done: number
  total: number
}

/** Runs the exports of a class, one at a time. `running` is null while idle. */
export function useExport(classId: string) {
  const { t, i18n } = useTranslation('classes')
  const [running, setRunning] = useState<Export | null>(null)
  const runningController = useRef<AbortController>(null)
  const stop = useCallback(() => runningController.current?.abort(), [])
  useEffect(() => stop, [stop])

  const runExport = async (
    fallbackName: string,
    initial: Export,
    fetchArchive: (signal: AbortSignal) => Promise<FetchedFile>,
  ) => {
    const controller = new AbortController()
    runningController.current = controller
    setRunning(initial)
    try {
      const { content, filename } = await fetchArchive(controller.signal)
      saveFile(content, filename ?? fallbackName)
      toast.success(t('export.done'))
    } catch (thrown) {
      if (controller.signal.aborted) return
      const hasNoReports = thrown instanceof Problem && thrown.code === 'conflict'
      toast.error(hasNoReports ? t('export.noReports') : t('export.failed', { detail: detailOf(thrown) }))
    } finally {
      setRunning(null)
    }
  }
  const input = {
    id: classId,
    language: i18n.language,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const exportTable = () =>
    runExport('class.csv', { kind: 'csv', done: 0, total: 0 }, (signal) =>
      fetchFile(classExportRoutes.exportClassGroup, input, { signal }),
    )
  /** `total`: the number of reports, for the progress. */
  const exportReports = (total: number) => {
    const count = entryCounter()
    const onChunk = (bytes: Uint8Array) => {
      const done = Math.min(count(bytes), total)
      setRunning((before) => (before === null || before.done === done ? before : { ...before, done }))
    }
    return runExport('reports.zip', { kind: 'zip', done: 0, total }, (signal) =>
      fetchFile(classExportRoutes.exportClassReports, input, { signal, onChunk }),
    )
  }
  return { running, exportTable, exportReports, stop }
}

/** The start of each file in an archive: the header's signature, and the format version that we write. */
const entryHeader = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]

/** Counts the files of an archive while it arrives in chunks: returns how many have started so far. */
export function entryCounter(): (bytes: Uint8Array) => number {
  let started = 0
  let matched = 0
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === entryHeader[matched]) matched += 1
      else matched = byte === entryHeader[0] ? 1 : 0
      if (matched === entryHeader.length) {
        started += 1
        matched = 0
      }
    }
    return started
  }
}
