import type { Logger } from 'pino'

export interface Chore {
  /** As the log names it when it fails. */
  name: string
  everyMs: number
  task(): Promise<unknown>
}

/** Runs a chore now and then every so often, never twice at once, until the answered function is called and the last run has ended. */
export function repeat({ name, everyMs, task }: Chore, logger: Logger): () => Promise<void> {
  let running: Promise<unknown> | null = null
  const run = () => {
    running ??= task()
      .catch((error: unknown) => logger.error({ err: error }, `${name} failed`))
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
