import { useReducedMotion } from '@mantine/hooks'
import { deleteTimes } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type BatchRun, type Outcomes, runBatch } from '../../lib/call/batch.ts'

export type RemovalState = 'leaving' | 'gone'

/** Rows removed together: their calls run after the animation. */
interface Batch {
  send: () => Promise<void>
  run: BatchRun<string> | null
}

interface RowRemovalOptions {
  /** Removes one row on the server; the call may outlive the page. */
  removeRow: (id: string) => Promise<unknown>
  /** Called with the outcome of all rows. */
  onDone: (outcomes: Outcomes<string>) => void
}

/**
 * Animates rows out (red, then sliding) before their calls run. RemovalState the page sends the waiting calls
 * at once.
 */
export function useRowRemoval({ removeRow, onDone }: RowRemovalOptions) {
  const prefersReducedMotion = useReducedMotion()
  const [leaving, setLeaving] = useState<ReadonlyMap<string, RemovalState>>(new Map())
  const batches = useRef(new Set<Batch>())
  const leavingIds = useRef(new Set<string>())

  const mark = useCallback((ids: readonly string[], state: RemovalState | null) => {
    setLeaving((before) => {
      const after = new Map(before)
      for (const id of ids) {
        if (state === null) after.delete(id)
        else after.set(id, state)
      }
      return after
    })
  }, [])

  const remove = useCallback(
    (...requested: string[]) => {
      const ids = requested.filter((id) => !leavingIds.current.has(id))
      if (ids.length === 0) return
      for (const id of ids) leavingIds.current.add(id)
      mark(ids, 'leaving')
      const slide = window.setTimeout(
        () => mark(ids, 'gone'),
        prefersReducedMotion ? 0 : deleteTimes.slideAfterMs,
      )
      const call = window.setTimeout(
        () => void batch.send(),
        prefersReducedMotion ? 0 : deleteTimes.callAfterMs,
      )
      const batch: Batch = {
        run: null,
        send: async () => {
          if (batch.run) return
          window.clearTimeout(slide)
          window.clearTimeout(call)
          batch.run = runBatch(ids, removeRow)
          onDone(await batch.run.done)
          batches.current.delete(batch)
          for (const id of ids) leavingIds.current.delete(id)
          mark(ids, null)
        },
      }
      batches.current.add(batch)
    },
    [removeRow, mark, onDone, prefersReducedMotion],
  )

  useEffect(() => {
    const pending = batches.current
    const sendAll = () => {
      for (const batch of pending) void batch.send()
    }
    const onPageHide = () => {
      sendAll()
      for (const batch of pending) batch.run?.flush()
    }
    window.addEventListener('pagehide', onPageHide)
    return () => {
      sendAll()
      // The calls continue after the screen is left, and even while the page closes.
      void Promise.all([...pending].flatMap(({ run }) => (run ? [run.done] : []))).then(() =>
        window.removeEventListener('pagehide', onPageHide),
      )
    }
  }, [])

  return { leaving, remove }
}
