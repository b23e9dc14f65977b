import {
  Problem,
  type Restore,
  restoreConfirmation,
  restorePartBytes,
  restoreRoutes,
} from '@penmark/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, sendBytes } from '../../../lib/call/call.ts'
import { detailOf } from '../../../lib/call/failure.ts'
import { delay } from '../../../lib/call/upload.ts'
import { type RestorePlace, readStoredRestore, storeRestore } from './stored-restore.ts'

export interface RestoreFlow {
  /** Null before a file was chosen. */
  restore: Restore | null
  /** Whether this page is sending the file; after a reload it has to be chosen again. */
  isSending: boolean
  isLost: boolean
  isBusy: boolean
  problem: string | null
  /** Sends this file; `code` is the setup code if one is needed. */
  choose(file: File, code: string): void
  cancel(): void
  confirm(): void
  /** Leaves a restore that has ended. */
  forget(): void
}

const startRestore = (place: RestorePlace, { name, size }: File, code: string) => {
  const start = { name, size_bytes: size }
  return place === 'admin'
    ? call(restoreRoutes.beginRestore, start)
    : call(restoreRoutes.beginFirstRestore, { ...start, code })
}

const applyRestore = (place: RestorePlace, ticket: string) =>
  place === 'admin'
    ? call(restoreRoutes.applyRestore, { ticket, confirmation: restoreConfirmation })
    : call(restoreRoutes.applyFirstRestore, { ticket })

/**
 * A restore from the choice of the file to its end, through lost connections, reloads and the restart of the
 * product.
 */
export function useRestore(place: RestorePlace, onConfirmed?: () => void): RestoreFlow {
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
    if (thrown instanceof Problem && (thrown.code === 'not_found' || thrown.code === 'unsupported_file'))
      forget()
  }
  /** Runs one task at a time, and stops it when the page is left. */
  const runExclusively = (task: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    void task(controller.signal).catch(fail)
  }
  const followStored = useEffectEvent(() => {
    if (ticket !== null) runExclusively((signal) => followRestore(ticket, { signal, onState }))
  })
  useEffect(() => {
    followStored()
    return () => running.current?.abort()
  }, [])

  const choose = (file: File, code: string) => {
    setProblem(null)
    setSending(true)
    runExclusively(async (signal) => {
      const isSameFile =
        ticket !== null &&
        restore?.state === 'uploading' &&
        restore.name === file.name &&
        restore.size_bytes === file.size
      const started = isSameFile ? { ticket, restore } : await startRestore(place, file, code)
      signal.throwIfAborted()
      storeRestore({ ticket: started.ticket, place, is_confirmed: false })
      setTicket(started.ticket)
      onState(started.restore, false)
      await sendArchive(started.ticket, started.restore, file, { signal, onState })
      setSending(false)
      await followRestore(started.ticket, { signal, onState })
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
    runExclusively(async (signal) => {
      try {
        onState(await applyRestore(place, ticket), false)
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

const retryAfterMs = 3_000

/** A lost connection, a busy server, or a part that may or may not have arrived: trying again helps. */
const isTemporary = (thrown: unknown) =>
  thrown instanceof Problem &&
  (thrown.code === 'busy' || thrown.code === 'conflict' || thrown.code === 'unexpected')

/** The file can no longer be read: it was moved, changed or deleted since it was chosen. */
class UnreadableFileError extends Error {}

async function readPart(file: File, offset: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(offset, offset + restorePartBytes).arrayBuffer()
  } catch (cause) {
    throw new UnreadableFileError('The file could not be read.', { cause })
  }
}

interface TransferOptions {
  signal: AbortSignal
  /** Called with what the server has, and whether the connection is lost. */
  onState: (restore: Restore, isLost: boolean) => void
}

/** Sends what the server does not have yet, and waits while the connection is lost. */
async function sendArchive(
  ticket: string,
  started: Restore,
  file: File,
  { signal, onState }: TransferOptions,
): Promise<void> {
  let state = started
  while (state.state === 'uploading') {
    const offset = state.received_bytes
    const bytes = await readPart(file, offset)
    try {
      state = await sendBytes(restoreRoutes.sendRestorePart, { ticket, offset }, bytes, signal)
      onState(state, false)
    } catch (thrown) {
      if (!isTemporary(thrown)) throw thrown
      onState(state, true)
      await delay(retryAfterMs, signal)
      state = await call(restoreRoutes.readRestore, { ticket }, { signal }).catch((failure: unknown) => {
        if (isTemporary(failure)) return state
        throw failure
      })
    }
  }
}

const pollEveryMs = 1_000

/** Polls the check, or the restart, until it ends. The server does not answer while it restarts. */
async function followRestore(ticket: string, { signal, onState }: TransferOptions): Promise<void> {
  let latest: Restore | null = null
  for (;;) {
    try {
      latest = await call(restoreRoutes.readRestore, { ticket }, { signal })
      onState(latest, false)
      if (latest.state !== 'checking' && latest.state !== 'restarting') return
    } catch (thrown) {
      if (!isTemporary(thrown)) throw thrown
      if (latest !== null) onState(latest, true)
    }
    await delay(pollEveryMs, signal)
  }
}
