import { type Profiler, Session } from 'node:inspector'

/** Which blocks of our own code and of what it calls were run. */
export interface Coverage {
  /** Blocks that were run since the last look and never before. */
  fresh(): number
  /** All blocks that were ever run. */
  total(): number
  close(): void
}

/** Names a block that was run; null where it was not. */
const blockOf = (script: string, { count, startOffset, endOffset }: Profiler.CoverageRange) =>
  count === 0 ? null : `${script}:${startOffset}:${endOffset}`

/** Counts the blocks that V8 says were run, in scripts whose address `counts` takes. */
export function startCoverage(counts: (url: string) => boolean): Coverage {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const known = new Set<string>()
  // Commands to the own process are answered at once.
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
