import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type PressureLimits, pressureLimits, refuseUnderPressure } from './back-pressure.ts'
import { sendProblem } from './problem.ts'

const generousLimits: PressureLimits = {
  heapBytes: 0,
  residentBytes: 0,
  inProgress: 10,
  waitingForDatabase: 10,
}
let app: FastifyInstance
afterEach(() => app.close())

async function open(
  limits: PressureLimits,
  waiting = () => 0,
  until = Promise.resolve(),
): Promise<{ taken: () => number }> {
  let taken = 0
  app = Fastify()
  app.setErrorHandler(sendProblem)
  await refuseUnderPressure(app, waiting, limits)
  app.post('/upload', async () => {
    taken += 1
    await until
    return 'taken'
  })
  app.get('/healthz', async () => 'alive')
  await app.ready()
  return { taken: () => taken }
}

test.each([
  ['heap', { ...generousLimits, heapBytes: 1 }],
  ['memory', { ...generousLimits, residentBytes: 1 }],
])(
  'refuses with 503 and the time to wait when the %s runs out, before anything is stored',
  async (_name, limits) => {
    const { taken } = await open(limits)
    const upload = () => app.inject({ method: 'POST', url: '/upload', payload: { text: 'essay' } })
    // Memory is measured at intervals, not with every call.
    await expect.poll(async () => (await upload()).statusCode, { timeout: 120_000 }).toBe(503)
    const before = taken()
    const answer = await upload()
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json()).toMatchObject({
      code: 'busy',
      detail: expect.stringContaining('Nothing was stored or lost.'),
    })
    expect(taken()).toBe(before)
  },
)

test('refuses while too many wait for the database, and accepts again afterwards', async () => {
  let waiting = 11
  await open(generousLimits, () => waiting)
  expect((await app.inject({ method: 'POST', url: '/upload' })).statusCode).toBe(503)
  waiting = 10
  expect((await app.inject({ method: 'POST', url: '/upload' })).statusCode).toBe(200)
})

test('answers 503, not 500, when a call found no database connection in time', async () => {
  const noConnection = new Error('Failed query', {
    cause: new Error('timeout exceeded when trying to connect'),
  })
  await open(generousLimits, () => 0, Promise.reject(noConnection))
  const { statusCode, headers } = await app.inject({ method: 'POST', url: '/upload' })
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
})

test('limits the number of simultaneous calls', async () => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await open({ ...generousLimits, inProgress: 1 }, () => 0, released)
  const first = app.inject({ method: 'POST', url: '/upload' }).then(({ statusCode }) => statusCode)
  await expect.poll(async () => (await app.inject({ method: 'POST', url: '/upload' })).statusCode).toBe(503)
  release()
  expect(await first).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/upload' })).statusCode).toBe(200)
})

test('reports that it is alive even when busy', async () => {
  await open({ ...generousLimits, residentBytes: 1 }, () => 11)
  await expect.poll(() => app.isUnderPressure(), { timeout: 120_000 }).toBe(true)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test('stays below the limits of this process', async () => {
  await open(generousLimits)
  const { heapBytes, residentBytes } = pressureLimits()
  expect(heapBytes).toBeGreaterThan(10_000_000)
  expect(residentBytes).toBeGreaterThanOrEqual(0)
})
