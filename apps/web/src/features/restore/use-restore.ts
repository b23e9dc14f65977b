import { Problem, type Restore, restoreConfirmation, restoreRoutes } from '@penmark/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { followRestore, sendArchive, UnreadableFileError } from './send-archive.ts'
import { type RestorePlace, readStoredRestore, storeRestore } from './stored-restore.ts'

export interface RestoreWork {
  /** Null before a file was chosen. */
  restore: Restore | null
  /** Whether this page is sending the file; after a reload it has to be chosen again. */
  isSending: boolean
  isLost: boolean
  isBusy: boolean
  problem: string | null
  /** Sends this file; `code` is the setup code where one is needed. */
  choose(file: File, code: string): void
  cancel(): void
  confirm(): void
  /** Leaves what has ended. */
  forget(): void
}

const begin = (place: RestorePlace, { name, size }: File, code: string) => {
  const start = { name, size_bytes: size }
  return place === 'admin' ? call(restoreRoutes.beginRestore, start) : call(restoreRoutes.beginFirstRestore, { ...start, code })
}

const apply = (place: RestorePlace, ticket: string) =>
  place === 'admin'
    ? call(restoreRoutes.applyRestore, { ticket, confirmation: restoreConfirmation })
    : call(restoreRoutes.applyFirstRestore, { ticket })

/** A restore from the choice of the file to its end, through lost connections, reloads and the restart of the product. */
export function useRestore(place: RestorePlace, onConfirmed?: () => void): RestoreWork {
  const { t } = useTranslation('restore')
  const [ticket, setTicket] = useState<string | null>(() => readStoredRestore(place)?.ticket ?? null)
  const [restore, setRestore] = useState<Restore | null>(null)
  const [isSending, setSending] = useState(false)
  const [isLost, setLost] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)

  const onState = (latest: Restore, lost: boolean) => {
    setRestore(latest)
    setLost(lost)
  }
  const forget = () => {
    running.current?.abort()
    storeRestore(null)
    setTicket(null)
    setRestore(null)
    setSending(false)
    setLost(false)
  }
  const fail = (thrown: unknown) => {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return
    setSending(false)
    setProblem(thrown instanceof UnreadableFileError ? t('file.unreadable') : detailOf(thrown))
    if (thrown instanceof Problem && (thrown.code === 'not_found' || thrown.code === 'unsupported_file')) forget()
  }
  /** Runs one thing at a time, and stops it with the page. */
  const run = (work: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    void work(controller.signal).catch(fail)
  }
  const followStored = useEffectEvent(() => {
    if (ticket !== null) run((signal) => followRestore(ticket, { signal, onState }))
  })
  useEffect(() => {
    followStored()
    return () => running.current?.abort()
  }, [])

  const choose = (file: File, code: string) => {
    setProblem(null)
    setSending(true)
    run(async (signal) => {
      const isSame = ticket !== null && restore?.state === 'uploading' && restore.name === file.name && restore.size_bytes === file.size
      const begun = isSame ? { ticket, restore } : await begin(place, file, code)
      signal.throwIfAborted()
      storeRestore({ ticket: begun.ticket, place, is_confirmed: false })
      setTicket(begun.ticket)
      onState(begun.restore, false)
      await sendArchive(begun.ticket, begun.restore, file, { signal, onState })
      setSending(false)
      await followRestore(begun.ticket, { signal, onState })
    })
  }
  const cancel = () => {
    if (ticket === null) return
    running.current?.abort()
    setBusy(true)
    call(restoreRoutes.cancelRestore, { ticket })
      .then(forget, fail)
      .finally(() => setBusy(false))
  }
  const confirm = () => {
    if (ticket === null) return
    setBusy(true)
    setProblem(null)
    run(async (signal) => {
      try {
        onState(await apply(place, ticket), false)
        storeRestore({ ticket, place, is_confirmed: true })
        onConfirmed?.()
      } finally {
        setBusy(false)
      }
      await followRestore(ticket, { signal, onState })
    })
  }
  return { restore, isSending, isLost, isBusy, problem, choose, cancel, confirm, forget }
}
