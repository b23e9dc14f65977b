import type { WorkChallenge } from '@penmark/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../../../ui/plain/plain.module.css'
import { requestWorkChallenge, verifyChallengeToken } from './calls.ts'
import classes from './human-check.module.css'

interface ProofOfWorkCheckProps extends CheckProps {
  /** Called instead of showing an error when this computer cannot do the work. */
  onUnable?: (() => void) | undefined
}

/** A proof of work that takes about a second. It asks the visitor for nothing and needs no cookies. */
export function ProofOfWorkCheck({ onProof, onUnable }: ProofOfWorkCheckProps) {
  const { t } = useTranslation('demo')
  const [attempt, setAttempt] = useState(1)
  const [fault, setFault] = useState<'refused' | 'broken' | null>(null)
  const passed = useEffectEvent(onProof)
  const fail = useEffectEvent(() => (onUnable ? onUnable() : setFault('broken')))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt does new work
  useEffect(() => {
    const stop = new AbortController()
    const work = async () => {
      const proof = await verifyChallengeToken(await solveWork(await requestWorkChallenge(), stop.signal))
      if (stop.signal.aborted) return
      if (proof === null) setFault('refused')
      else passed(proof)
    }
    work().catch(() => {
      if (!stop.signal.aborted) fail()
    })
    return () => stop.abort()
  }, [attempt])
  if (fault === null) {
    return (
      <p className={classes.working} role="status">
        <span className={plain.spinner} aria-hidden="true" />
        {t('check.working')}
      </p>
    )
  }
  const again = () => {
    setFault(null)
    setAttempt(attempt + 1)
  }
  return (
    <>
      <p role="alert" className={plain.error}>
        {t(fault === 'refused' ? 'check.work.refused' : 'check.work.broken')}
      </p>
      <button type="button" className={plain.secondary} onClick={again}>
        {t('check.again')}
      </button>
    </>
  )
}

/**
 * Solves a challenge in a worker. Resolves to a token for the server. @throws {Error} when this browser
 * cannot do the work, such as on a page without https.
 */
async function solveWork(challenge: WorkChallenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' })
  try {
    const solution = await new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent) => resolve(data)
      worker.onerror = () => reject(new Error('The worker failed.'))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1 })
    })
    if (solution === null || typeof solution !== 'object' || 'error' in solution)
      throw new Error('The work found no solution.')
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    worker.terminate()
  }
}

export interface CheckProps {
  /** Called once, with the proof. */
  onProof: (proof: string) => void
  /** Called with the message of an error that stays until it is called with null. */
  onError: (message: string | null) => void
}
