import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { textOf } from '../../../bench/texts.ts'
import { apiBase } from '../../../packages/contract/src/index.ts'
import type { HostileOutcome, HostileTeacher } from './hostile-teacher.ts'

const atOnce = 1_000
const fileBytes = 1_600
/** Even a hostile client waits a moment when told to. */
const pauseMs = 100

/** A thousand uploads of a page each at the same moment, and again as soon as all of them are answered. */
export function startSmallUploads(origin: string, authorization: string): HostileTeacher {
  const content = new Blob([textOf(600, 7).slice(0, fileBytes)])
  const stopping = new AbortController()
  // Each call listens, and a warning for each would be work of the attacker.
  setMaxListeners(0, stopping.signal)
  const outcome: HostileOutcome = { accepted: 0, refused: 0, broken: 0, hangingCalls: 0 }
  const upload = async (): Promise<void> => {
    const body = new FormData()
    body.append('file', content, 'page.txt')
    const { signal } = stopping
    const request = { method: 'POST', signal, headers: { authorization }, body }
    const answer = await fetch(`${origin}${apiBase}/documents/upload`, request).catch(() => null)
    if (answer === null) outcome.broken += signal.aborted ? 0 : 1
    else if (answer.ok) outcome.accepted += 1
    else if (answer.status === 503 && answer.headers.has('retry-after')) outcome.refused += 1
    else throw new Error(`A small upload was answered with ${answer.status}.`)
    await answer?.arrayBuffer().catch(() => null)
  }
  const waves = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(Array.from({ length: atOnce }, upload))
      await wait(pauseMs)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await waves
      return outcome
    },
  }
}
