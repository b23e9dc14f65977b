import { Problem, type Restore, restorePartBytes, restoreRoutes } from '@penmark/contract'
import { call } from '../../lib/call/call.ts'
import { sendBytes } from '../../lib/call/post-public.ts'

const retryAfterMs = 3_000

const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('The upload was stopped.', 'AbortError'))
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/** A lost connection or a busy server passes, and so does a part of which nobody knows whether it arrived. */
const isPassing = (thrown: unknown) =>
  thrown instanceof Problem && (thrown.code === 'busy' || thrown.code === 'conflict' || thrown.code === 'unexpected')

/** The file can no longer be read: it was moved, changed or deleted since it was chosen. */
export class UnreadableFileError extends Error {}

async function readPart(file: File, offset: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(offset, offset + restorePartBytes).arrayBuffer()
  } catch (cause) {
    throw new UnreadableFileError('The file could not be read.', { cause })
  }
}

interface Sending {
  signal: AbortSignal
  /** Told what the server has, and whether the connection is lost. */
  onState: (restore: Restore, isLost: boolean) => void
}

/** Sends what the server does not have yet, and waits for as long as the connection is lost. */
export async function sendArchive(ticket: string, begun: Restore, file: File, { signal, onState }: Sending): Promise<void> {
  let state = begun
  while (state.state === 'uploading') {
    const offset = state.received_bytes
    const bytes = await readPart(file, offset)
    try {
      state = await sendBytes(restoreRoutes.sendRestorePart, { ticket, offset }, bytes, signal)
      onState(state, false)
    } catch (thrown) {
      if (!isPassing(thrown)) throw thrown
      onState(state, true)
      await rest(retryAfterMs, signal)
      state = await call(restoreRoutes.readRestore, { ticket }, { signal }).catch((failure: unknown) => {
        if (isPassing(failure)) return state
        throw failure
      })
    }
  }
}

const pollEveryMs = 1_000

/** Follows the check, or the restart, to its end. While the server starts again it does not answer. */
export async function followRestore(ticket: string, { signal, onState }: Sending): Promise<void> {
  let latest: Restore | null = null
  for (;;) {
    try {
      latest = await call(restoreRoutes.readRestore, { ticket }, { signal })
      onState(latest, false)
      if (latest.state !== 'checking' && latest.state !== 'restarting') return
    } catch (thrown) {
      if (!isPassing(thrown)) throw thrown
      if (latest !== null) onState(latest, true)
    }
    await rest(pollEveryMs, signal)
  }
}
