const slowAfterMs = 3_000

/**
 * Says what is being waited for if that takes seconds, as it may on a busy machine, so that nobody takes a
 * start for one that hangs.
 */
export async function sayIfSlow<T>(
  what: string,
  step: () => Promise<T>,
  { afterMs = slowAfterMs, say = console.log }: { afterMs?: number; say?: (line: string) => void } = {},
): Promise<T> {
  const timer = setTimeout(() => say(`${what}…`), afterMs)
  try {
    return await step()
  } finally {
    clearTimeout(timer)
  }
}
