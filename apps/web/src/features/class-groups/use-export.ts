import { Problem, teacherRoutes } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/browser/browser.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { type FetchedFile, fetchFile } from '../../lib/call/fetch-file.ts'
import { toast } from '../../ui/toast/toast.ts'

export interface Export {
  kind: 'csv' | 'zip'
  /** Reports started so far, and the total. */
  done: number
  total: number
}

/** Runs the exports of a class, one at a time. `running` is null while idle. */
export function useExport(classId: string) {
  const { t, i18n } = useTranslation('classes')
  const [running, setRunning] = useState<Export | null>(null)
  const stopper = useRef<AbortController>(null)
  const stop = useCallback(() => stopper.current?.abort(), [])
  useEffect(() => stop, [stop])

  const make = async (fallbackName: string, begun: Export, fetchIt: (signal: AbortSignal) => Promise<FetchedFile>) => {
    const controller = new AbortController()
    stopper.current = controller
    setRunning(begun)
    try {
      const { content, filename } = await fetchIt(controller.signal)
      saveFile(content, filename ?? fallbackName)
      toast.success(t('export.done'))
    } catch (thrown) {
      if (controller.signal.aborted) return
      const none = thrown instanceof Problem && thrown.code === 'conflict'
      toast.error(none ? t('export.noReports') : t('export.failed', { detail: detailOf(thrown) }))
    } finally {
      setRunning(null)
    }
  }
  const input = { id: classId, language: i18n.language, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const exportTable = () =>
    make('class.csv', { kind: 'csv', done: 0, total: 0 }, (signal) => fetchFile(teacherRoutes.exportClassGroup, input, { signal }))
  /** `total`: the number of reports, for the progress. */
  const exportReports = (total: number) => {
    const count = entryCounter()
    const onChunk = (bytes: Uint8Array) => {
      const done = Math.min(count(bytes), total)
      setRunning((before) => (before === null || before.done === done ? before : { ...before, done }))
    }
    return make('reports.zip', { kind: 'zip', done: 0, total }, (signal) =>
      fetchFile(teacherRoutes.exportClassReports, input, { signal, onChunk }),
    )
  }
  return { running, exportTable, exportReports, stop }
}

/** The start of each file in an archive: the header's signature, and the format version that we write. */
const header = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]

/** Counts the files of an archive while it arrives in chunks: returns how many have started so far. */
export function entryCounter(): (bytes: Uint8Array) => number {
  let begun = 0
  let matched = 0
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === header[matched]) matched += 1
      else matched = byte === header[0] ? 1 : 0
      if (matched === header.length) {
        begun += 1
        matched = 0
      }
    }
    return begun
  }
}
