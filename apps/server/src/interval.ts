interface ErrorLogger {
  error(facts: { err: unknown }, message: string): void
}

export interface IntervalTask {
  /** As the log names it when it fails. */
  name: string
  everyMs: number
  task(): Promise<unknown>
}

/**
 * Runs a task of this process at once and then every so often, never twice at the same time, until the answered function is called and the last run
 * has ended. Work that one process should do for all is a scheduled job instead.
 */
export function runAtInterval({ name, everyMs, task }: IntervalTask, logger: ErrorLogger): () => Promise<void> {
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
