/** Lets at most so many callers in at once; the others wait in line. */
export interface Turns {
  /** Resolves with the function that gives the turn back. Rejects with the signal's reason when it is aborted first. */
  take(signal: AbortSignal): Promise<() => void>
}

export function createTurns(atOnce: number): Turns {
  let free = atOnce
  const line: (() => void)[] = []
  const release = () => {
    free++
    line.shift()?.()
  }
  return {
    take: async (signal) => {
      signal.throwIfAborted()
      if (free <= 0) {
        await new Promise<void>((resolve, reject) => {
          const leave = () => {
            line.splice(line.indexOf(enter), 1)
            reject(signal.reason)
          }
          const enter = () => {
            signal.removeEventListener('abort', leave)
            resolve()
          }
          line.push(enter)
          signal.addEventListener('abort', leave, { once: true })
        })
      }
      free--
      return release
    },
  }
}
