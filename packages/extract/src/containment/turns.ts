/** Lets at most so many callers in at once; the others wait in line. */
export interface Turns {
  /**
   * Resolves with the function that gives the turn back. Who is urgent goes before all who are not. Rejects with the signal's reason when it is
   * aborted first.
   */
  take(signal: AbortSignal, isUrgent?: boolean): Promise<() => void>
}

export function createTurns(atOnce: number): Turns {
  let free = atOnce
  const urgent: (() => void)[] = []
  const usual: (() => void)[] = []
  const release = () => {
    free++
    const next = urgent.shift() ?? usual.shift()
    next?.()
  }
  return {
    take: async (signal, isUrgent = false) => {
      signal.throwIfAborted()
      if (free <= 0) {
        const line = isUrgent ? urgent : usual
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
