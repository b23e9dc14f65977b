interface ErrorLogger {
  error(facts: { err: unknown }, message: string): void
}

export interface IntervalTask {
  /** Its name in the log when it fails. */
  name: string
  everyMs: number
  task(): Promise<unknown>
}

/**
 * Runs a task in this process, at once and then at an interval, never two runs at a time. The returned
 * function stops it and waits for the current run. Use a scheduled job for work that only one of several
 * processes should do.
 */
export function runAtInterval(
  { name, everyMs, task }: IntervalTask,
  logger: ErrorLogger,
): () => Promise<void> {
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
