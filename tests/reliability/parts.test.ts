import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providePostgres } from '../../apps/server/src/testing/postgres/find.ts'
import { startCollector } from '../../apps/server/src/testing/services/trace-collector.ts'
import { openSchool, readOutcome } from './load/school.ts'
import { sendTraffic, type Teacher } from './load/traffic.ts'
import { type Installation, openInstallation } from './parts/installation.ts'
import type { Part } from './parts/processes.ts'
import { measureRows } from './scale/rows.ts'

const binaries = providePostgres()
const patience = 180_000
/** Durability is tested elsewhere, so fsync is off. */
const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

describe.skipIf(binaries === null)('API and worker processes on a PostgreSQL server', () => {
  let installation: Installation
  let collector: Awaited<ReturnType<typeof startCollector>>
  let parts: Part[]
  let teachers: Teacher[]
  beforeAll(async () => {
    collector = await startCollector()
    installation = await openInstallation(binaries ?? '', quick)
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }
    parts = [
      await installation.start('api', traced),
      await installation.start('worker', traced),
      await installation.start('worker', traced),
    ]
    teachers = await openSchool(installation, { teachers: 5, older: 0 })
  }, patience)
  afterAll(async () => {
    await installation.close()
    await collector.close()
  }, patience)

  test(
    'lose nothing, do nothing twice and answer every call while teachers work and two workers share the queue',
    async () => {
      const origin = parts[0]?.origin ?? ''
      const { answered, failed, refused, acknowledged } = await sendTraffic(origin, teachers, {
        calls: 400,
        connections: 8,
      })
      expect({ answered: answered + refused, failed }).toEqual({ answered: 400, failed: 0 })
      expect(acknowledged.length).toBeGreaterThan(20)
      const outcome = await readOutcome(installation.database, acknowledged, 0)
      expect(outcome).toEqual({
        acknowledged: acknowledged.length,
        lost: 0,
        unfinished: 0,
        failed: 0,
        wronglyKept: 0,
      })
    },
    patience,
  )

  test(
    'produce one trace from the request in one process to the result in another, without text or names',
    async () => {
      for (const part of parts) await part.stop()
      const { spans } = collector
      const upload = spans.filter(({ name }) => name === 'POST /api/v1/documents/text')
      expect(upload.length).toBeGreaterThan(20)
      for (const { traceId } of upload) {
        const names = spans.filter((span) => span.traceId === traceId).map(({ name }) => name)
        expect(names).toEqual(
          expect.arrayContaining(['upload', 'document', 'reading', 'detecting', 'keeping']),
        )
      }
      for (const word of ['school.example', 'Pasted text', 'Bearer'])
        expect(collector.text()).not.toContain(word)
    },
    patience,
  )
})

test.skipIf(binaries === null)(
  'every list answers with many more rows than one teacher has',
  async () => {
    const { rows } = await measureRows(binaries ?? '', [2_000, 20_000])
    expect(rows.length).toBeGreaterThan(8)
    for (const row of rows) for (const figure of row.slice(1)) expect(figure).toBeGreaterThan(0)
  },
  patience,
)
