import { type Erasure, erasureConfirmation, Problem, teacherRoutes } from '@penmark/contract'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call/call.ts'

const pollEveryMs = 1_000

/** Starts the erasure; returns the id of its receipt. */
export async function eraseAccount(): Promise<string> {
  return (await call(teacherRoutes.eraseTeacher, { confirmation: erasureConfirmation })).id
}

/** Polls an erasure until its receipt is ready. A failed request is retried. */
export function useErasure(id: string): { erasure: Erasure | null; isUnknown: boolean } {
  const [erasure, setErasure] = useState<Erasure | null>(null)
  const [isUnknown, setUnknown] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const look = async (): Promise<void> => {
      try {
        const found = await call(teacherRoutes.readErasure, { id }, { signal: leaving.signal })
        setErasure(found)
        if (found.state === 'finished') return
      } catch (thrown) {
        if (leaving.signal.aborted) return
        if (thrown instanceof Problem && thrown.code === 'not_found') {
          setUnknown(true)
          return
        }
      }
      setTimeout(() => {
        if (!leaving.signal.aborted) void look()
      }, pollEveryMs)
    }
    void look()
    return () => leaving.abort()
  }, [id])
  return { erasure, isUnknown }
}
