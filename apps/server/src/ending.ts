/** Why a running product ends: it was asked to stop, or to start again in the same process. */
export type Ending = 'stop' | 'restart'

let isStopping = false
/** Resolves with the first signal. Listening begins with the first call, so that a start can always be interrupted. */
let stopped: Promise<void> | null = null

function listen(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = () => {
      // A second request ends at once.
      if (isStopping) process.exit(1)
      isStopping = true
      console.log('Stopping…')
      resolve()
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}

/** Waits until the process is asked to stop, or `restarting` is aborted. A signal during a restart counts once that is done. */
export function watchSignals(restarting: AbortSignal): Promise<Ending> {
  stopped ??= listen()
  const restarts = new Promise<Ending>((resolve) => {
    if (restarting.aborted) resolve('restart')
    restarting.addEventListener('abort', () => resolve('restart'), { once: true })
  })
  return Promise.race([stopped.then((): Ending => 'stop'), restarts])
}
