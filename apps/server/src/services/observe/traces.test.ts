import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCollector } from '../../testing/services/trace-collector.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'
import { createTracer } from './open-telemetry.ts'
import { currentTraceparent, inSpan, isTraced, setTracer, type Tracer } from './tracing.ts'

let collector: Awaited<ReturnType<typeof startCollector>>
let tracer: Tracer
let testApp: TestApp
beforeEach(async () => {
  collector = await startCollector()
  tracer = createTracer(
    { endpoint: collector.endpoint, headers: {}, share: 1 },
    { name: 'penmark', version: '0' },
  )
  setTracer(tracer)
  testApp = await startTestApp()
})
afterEach(async () => {
  setTracer(null)
  await testApp.close()
  await tracer.close()
  await collector.close()
})

/** Everything that was traced, once it has been sent. */
async function collected() {
  await tracer.close()
  const byId = new Map(collector.spans.map((span) => [span.spanId, span]))
  /** The names of a span and its ancestors, outermost first. */
  const ancestorsOf = (name: string): string[] => {
    const names: string[] = []
    let current = collector.spans.find((span) => span.name === name)
    while (current) {
      names.unshift(current.name)
      current = byId.get(current.parentSpanId ?? '')
    }
    return names
  }
  return { spans: collector.spans, ancestorsOf }
}

const submitted = 'POST /api/v1/documents/text'

test('follows a pasted text from request to result in one trace, without text, name or token', async () => {
  const ana = await testApp.teacher('ana', { email: 'ana@school.example' })
  const text = prose(120)
  const { id } = (await ana.call('POST', '/documents/text', { text })).body as { id: string }
  await ana.finished(id)
  await testApp.stopWorker()
  const { spans, ancestorsOf } = await collected()
  for (const stage of ['reading', 'detecting', 'keeping'])
    expect(ancestorsOf(stage)).toEqual([submitted, 'upload', 'document', stage])
  const [first] = spans.filter(({ name }) => name === submitted)
  const names = spans.filter(({ traceId }) => traceId === first?.traceId).map(({ name }) => name)
  expect(names.sort()).toEqual([submitted, 'detecting', 'document', 'keeping', 'reading', 'upload'])
  expect(spans.find(({ name }) => name === 'document')?.attributes).toContainEqual({
    key: 'penmark.document_id',
    value: { stringValue: id },
  })
  for (const word of ['ana', 'harbour', 'Bearer', 'Pasted', 'school.example'])
    expect(collector.text()).not.toContain(word)
})

test('follows an uploaded file whose body is streamed', async () => {
  const ben = await testApp.teacher('ben')
  const { body } = await ben.upload('/documents/upload', 'file', [
    { name: 'My summer.txt', content: prose(150) },
  ])
  await ben.finished((body as { id: string }).id)
  await testApp.stopWorker()
  const { ancestorsOf } = await collected()
  expect(ancestorsOf('keeping')).toEqual(['POST /api/v1/documents/upload', 'upload', 'document', 'keeping'])
  expect(collector.text()).not.toContain('summer')
})

test('links screen, log line and trace by one id', async () => {
  const { detail } = (await testApp.broken()).json() as { detail: string }
  const line = JSON.parse(testApp.logged.find((each) => each.includes('A call failed')) ?? '{}') as {
    error_id: string
    trace_id: string
  }
  expect(detail).toContain(line.error_id)
  const broken = async () => (await collected()).spans.find(({ name }) => name === 'GET /broken')
  // The call is answered before its span ends.
  await expect.poll(broken).toMatchObject({ traceId: line.trace_id, status: { code: 2 } })
  expect((await broken())?.attributes).toContainEqual({
    key: 'penmark.error_id',
    value: { stringValue: line.error_id },
  })
  expect(collector.text()).not.toContain('secret')
})

test('starts its own trace if an untrusted client sends a trace header', async () => {
  const theirs = '0af7651916cd43dd8448eb211c80319c'
  await testApp.app.inject({ url: '/healthz', headers: { traceparent: `00-${theirs}-b7ad6b7169203331-01` } })
  expect((await collected()).spans.find(({ name }) => name === 'GET /healthz')?.traceId).not.toBe(theirs)
})

test('continues to work without a collector', async () => {
  await collector.close()
  const cleo = await testApp.teacher('cleo')
  const { id } = (await cleo.call('POST', '/documents/text', { text: prose(120) })).body as { id: string }
  expect((await cleo.finished(id)).status).toBe('COMPLETED')
  collector = await startCollector()
})

test('only does the work if tracing is off', async () => {
  setTracer(null)
  expect([isTraced(), currentTraceparent(), await inSpan({ name: 'upload' }, async () => 7)]).toEqual([
    false,
    null,
    7,
  ])
})
