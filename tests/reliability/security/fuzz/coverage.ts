import { type Profiler, Session } from 'node:inspector'

/** Which blocks of our own code and its dependencies were executed. */
export interface Coverage {
  /** Number of blocks executed since the last call and never before. */
  fresh(): number
  /** Number of blocks ever executed. */
  total(): number
  close(): void
}

/** The name of an executed block; null for others. */
const blockOf = (script: string, { count, startOffset, endOffset }: Profiler.CoverageRange) =>
  count === 0 ? null : `${script}:${startOffset}:${endOffset}`

/** Counts the blocks that V8 reports as executed, in scripts whose URL `counts` accepts. */
export function startCoverage(counts: (url: string) => boolean): Coverage {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const known = new Set<string>()
  // Commands to our own process are answered synchronously.
  const take = (): Profiler.ScriptCoverage[] => {
    let taken: Profiler.ScriptCoverage[] = []
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error
      taken = result
    })
    return taken
  }
  return {
    fresh() {
      const before = known.size
      for (const { url, scriptId, functions } of take()) {
        if (!counts(url)) continue
        for (const { ranges } of functions)
          for (const range of ranges) {
            const block = blockOf(scriptId, range)
            if (block !== null) known.add(block)
          }
      }
      return known.size - before
    },
    total: () => known.size,
    close: () => session.disconnect(),
  }
}
