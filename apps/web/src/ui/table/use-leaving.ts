import { useReducedMotion } from '@mantine/hooks'
import { deleteTimes } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Outcomes, runBatch, type Turns } from '../../lib/call/batch.ts'

export type Leaving = 'leaving' | 'gone'

/** Rows removed together: their calls run after the animation. */
interface Batch {
  send: () => Promise<void>
  turns: Turns<string> | null
}

interface LeavingOptions {
  /** Removes one row on the server; the call may outlive the page. */
  act: (id: string) => Promise<unknown>
  /** Called with the outcome of all rows. */
  onDone: (outcomes: Outcomes<string>) => void
}

/** Animates rows out (red, then sliding) before their calls run. Leaving the page sends the waiting calls at once. */
export function useLeaving({ act, onDone }: LeavingOptions) {
  const still = useReducedMotion()
  const [leaving, setLeaving] = useState<ReadonlyMap<string, Leaving>>(new Map())
  const batches = useRef(new Set<Batch>())
  const going = useRef(new Set<string>())

  const mark = useCallback((ids: readonly string[], state: Leaving | null) => {
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
    (...asked: string[]) => {
      const ids = asked.filter((id) => !going.current.has(id))
      if (ids.length === 0) return
      for (const id of ids) going.current.add(id)
      mark(ids, 'leaving')
      const slide = window.setTimeout(() => mark(ids, 'gone'), still ? 0 : deleteTimes.slideAfterMs)
      const later = window.setTimeout(() => void batch.send(), still ? 0 : deleteTimes.callAfterMs)
      const batch: Batch = {
        turns: null,
        send: async () => {
          if (batch.turns) return
          window.clearTimeout(slide)
          window.clearTimeout(later)
          batch.turns = runBatch(ids, act)
          onDone(await batch.turns.done)
          batches.current.delete(batch)
          for (const id of ids) going.current.delete(id)
          mark(ids, null)
        },
      }
      batches.current.add(batch)
    },
    [act, mark, onDone, still],
  )

  useEffect(() => {
    const pending = batches.current
    const sendAll = () => {
      for (const batch of pending) void batch.send()
    }
    const leave = () => {
      sendAll()
      for (const batch of pending) batch.turns?.flush()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      sendAll()
      // The calls continue after the screen is left, and even while the page closes.
      void Promise.all([...pending].flatMap(({ turns }) => (turns ? [turns.done] : []))).then(() =>
        window.removeEventListener('pagehide', leave),
      )
    }
  }, [])

  return { leaving, remove }
}
