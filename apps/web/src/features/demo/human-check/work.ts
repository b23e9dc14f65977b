import type { WorkChallenge } from '@penmark/contract'

/**
 * Solves a challenge in a worker. Resolves to the token that the server takes.
 * @throws {Error} when this browser cannot do the work, such as on a page without https.
 */
export async function solveWork(challenge: WorkChallenge, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' })
  try {
    const solution = await new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent) => resolve(data)
      worker.onerror = () => reject(new Error('The work could not be begun.'))
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1 })
    })
    if (solution === null || typeof solution !== 'object' || 'error' in solution) throw new Error('The work found no solution.')
    return btoa(JSON.stringify({ challenge, solution }))
  } finally {
    worker.terminate()
  }
}
