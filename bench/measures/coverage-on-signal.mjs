import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into a server (`--import`): at each SIGUSR2 it writes which functions have run since the last one to
 * `PENMARK_COVERAGE`, as V8 counts them.
 */
const { PENMARK_COVERAGE: file } = process.env

if (isMainThread && file !== undefined) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  process.on('SIGUSR2', () =>
    session.post('Profiler.takePreciseCoverage', (error, coverage) =>
      writeFileSync(file, JSON.stringify(error ?? coverage)),
    ),
  )
}
