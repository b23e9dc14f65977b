import { Problem, routes } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../lib/call/failure.ts'
import { type FetchedFile, fetchFile } from '../../lib/call/fetch-file.ts'
import { keepFile } from '../../lib/files/keep-file.ts'
import { toast } from '../../ui/toast/toast.ts'
import { entryCounter } from './zip-entries.ts'

export interface Export {
  kind: 'csv' | 'zip'
  /** Reports begun so far, and how many there are to make. */
  done: number
  total: number
}

/** Makes the exports of a class, one at a time. `running` is null while none is made. */
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
      keepFile(content, filename ?? fallbackName)
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
    make('class.csv', { kind: 'csv', done: 0, total: 0 }, (signal) => fetchFile(routes.exportClassGroup, input, { signal }))
  /** `total`: the reports there are, for the progress. */
  const exportReports = (total: number) => {
    const count = entryCounter()
    const onChunk = (bytes: Uint8Array) => {
      const done = Math.min(count(bytes), total)
      setRunning((before) => (before === null || before.done === done ? before : { ...before, done }))
    }
    return make('reports.zip', { kind: 'zip', done: 0, total }, (signal) =>
      fetchFile(routes.exportClassReports, input, { signal, onChunk }),
    )
  }
  return { running, exportTable, exportReports, stop }
}
