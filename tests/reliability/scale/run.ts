import { parseArgs } from 'node:util'
import { providePostgres } from '../../../apps/server/src/testing/postgres/find.ts'
import { openInstallation } from '../parts/installation.ts'
import type { ResultTable } from '../result-table.ts'
import { printResults, storeResults } from '../results.ts'
import { writeSizing } from '../sizing.ts'
import { measureFingerprints } from './fingerprints.ts'
import { measureLatency } from './latency.ts'
import { measureLists } from './lists.ts'
import { measureRows } from './rows.ts'
import { measureScaling } from './scaling.ts'
import { measureThroughput } from './workers.ts'

/**
 * `npm run trial -- scale [--long] [--only work]`: the effect of more processes and more documents, on a
 * separate PostgreSQL server. The short form prints the figures; the long one also updates
 * docs/reliability.md.
 */
const { values } = parseArgs({
  options: { long: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const binaries = providePostgres()
if (binaries === null) process.exit(0)

const isLong = values.long
const measures: Record<string, () => Promise<ResultTable | null>> = {
  work: () =>
    withInstallation((installation) =>
      measureThroughput(
        installation,
        isLong ? { texts: 800, textsOfTwo: 800, pdfs: 80 } : { texts: 300, textsOfTwo: 300, pdfs: 12 },
      ),
    ),
  scaling: () => withInstallation((installation) => measureScaling(installation, isLong ? 800 : 60)),
  latency: () => withInstallation((installation) => measureLatency(installation, isLong ? 200 : 20)),
  lists: () => withInstallation((installation) => measureLists(installation, isLong ? 20 : 3)),
  rows: () => measureRows(binaries, isLong ? [10_000, 1_000_000, 10_000_000] : [2_000, 20_000]),
  fingerprints: () =>
    measureFingerprints(binaries, isLong ? [10_000, 1_000_000, 10_000_000] : [2_000, 20_000]),
}

async function withInstallation<T>(
  work: (installation: Awaited<ReturnType<typeof openInstallation>>) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation(binaries ?? '')
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

const chosen = values.only === undefined ? Object.keys(measures) : [values.only]
for (const name of chosen) {
  const measure = measures[name]
  if (!measure)
    throw new Error(`There is no measure "${name}". Name one of ${Object.keys(measures).join(', ')}.`)
  process.stderr.write(`… ${name}\n`)
  const table = await measure()
  if (table === null) {
    process.stdout.write(`${name}: this system does not allow it.\n`)
    continue
  }
  // Piece by piece, so that finished measurements stay when a later one fails.
  if (isLong) {
    await storeResults('scale', [table])
    await writeSizing()
  } else printResults('scale', [table])
}
process.exit(0)
