import { Problem } from '@penmark/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'
import { measureStage } from './channels.ts'
import { createMetrics, listenForProbes, type Metrics } from './metrics.ts'

let testApp: TestApp
let metrics: Metrics
let probes: Awaited<ReturnType<typeof listenForProbes>>
const logged: string[] = []
let ready: () => Promise<void> = async () => undefined
let warnings: string[] = []

beforeAll(async () => {
  testApp = await startTestApp({})
  metrics = createMetrics(testApp.database)
  const logger = pino({ base: null }, { write: (line) => void logged.push(line) })
  const parts = { metrics, assertReady: () => ready(), readWarnings: async () => warnings, logger }
  probes = await listenForProbes(parts, { port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await probes.close()
  metrics.close()
  await testApp.close()
})

const request = (path: string) => fetch(`http://127.0.0.1:${probes.port}${path}`)
const figure = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1),
  )

describe('what an operator can watch', () => {
  test('counts answers by route, problems by code and documents by stage, without names', async () => {
    const ana = await testApp.teacher('ana')
    const { body } = await ana.call('POST', '/documents/text', { text: prose(120) })
    const { id } = body as { id: string }
    await ana.finished(id)
    await ana.call('GET', '/documents/00000000-0000-4000-8000-000000000000')
    const response = await request('/metrics')
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await response.text()
    expect(
      figure(
        text,
        'penmark_http_answer_seconds_count{method="POST",route="/api/v1/documents/text",status="201"}',
      ),
    ).toBe(1)
    expect(figure(text, 'penmark_problems_total{code="not_found"}')).toBe(1)
    for (const stage of ['reading', 'detecting', 'keeping'])
      expect(figure(text, `penmark_stage_seconds_count{stage="${stage}",outcome="done"}`)).toBe(1)
    expect(figure(text, 'penmark_queue_waiting')).toBe(0)
    expect(figure(text, 'penmark_process_resident_memory_bytes')).toBeGreaterThan(0)
    for (const word of ['ana', id, 'harbour']) expect(text).not.toMatch(new RegExp(`\\b${word}\\b`))
  })

  test('says how many documents wait, and how long the first of them has', async () => {
    await testApp.stopWorker()
    const ben = await testApp.teacher('ben')
    await ben.call('POST', '/documents/text', { text: prose(120) })
    await testApp.database.query(
      "update documents set queued_at = now() - interval '90 seconds' where status = 'QUEUED'",
    )
    const text = await metrics.read()
    expect(figure(text, 'penmark_queue_waiting')).toBe(1)
    expect(figure(text, 'penmark_queue_oldest_seconds')).toBeGreaterThan(89)
  })

  test('counts failed stages separately', async () => {
    const failing = measureStage('reading', () => Promise.reject(new Problem('unsupported_file', 'Torn.')))
    await expect(failing).rejects.toThrow('Torn.')
    expect(
      figure(await metrics.read(), 'penmark_stage_seconds_count{stage="reading",outcome="failed"}'),
    ).toBe(1)
  })

  test('names what an operator should look at, and stays healthy', async () => {
    warnings = ['restore-rehearsal-failed']
    const answer = await request('/healthz')
    warnings = []
    expect([answer.status, await answer.text()]).toEqual([200, 'alive\nwarning: restore-rehearsal-failed\n'])
  })

  test('distinguishes a live process from a ready one', async () => {
    expect((await request('/readyz')).status).toBe(200)
    ready = () => Promise.reject(new Error('The database is gone'))
    expect((await request('/readyz')).status).toBe(503)
    expect(await (await request('/readyz')).text()).not.toContain('database')
    expect((await request('/healthz')).status).toBe(200)
  })

  test('logs what failed: the metrics, or being ready', async () => {
    const messages = () => logged.map((line) => (JSON.parse(line) as { msg: string }).msg)
    vi.spyOn(metrics, 'read').mockRejectedValueOnce(new Error('The database is gone'))
    ready = () => Promise.reject(new Error('The database is gone'))
    logged.length = 0
    expect((await request('/metrics')).status).toBe(503)
    expect((await request('/readyz')).status).toBe(503)
    expect(messages()).toEqual(['Could not read the metrics', 'Not ready'])
  })

  test('serves nothing else', async () => {
    expect((await request('/api/v1/settings')).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${probes.port}/metrics`, { method: 'POST' })).status).toBe(404)
  })
})
