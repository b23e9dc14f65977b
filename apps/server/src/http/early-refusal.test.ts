import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createGate } from '../testing/gate.ts'
import { createEarlyRefusal } from './early-refusal.ts'

/** A server whose calls are answered once the gate opens. */
async function open() {
  const isRefused = createEarlyRefusal()
  const gate = createGate()
  let reached = 0
  const server = createServer((request, response) => {
    if (isRefused(request, response)) return
    reached += 1
    request.resume()
    void gate.passed.then(() => response.end('answered'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = (authorization: string | null, language = 'en-GB') =>
    fetch(address, {
      method: 'POST',
      headers: { 'accept-language': language, ...(authorization === null ? {} : { authorization }) },
      body: 'x'.repeat(1_600),
    })
  return { send, gate, reached: () => reached }
}

test('refuses what one sender sends beyond what may wait, and nobody else', async () => {
  const { send, gate, reached } = await open()
  const burst = Array.from({ length: 600 }, () => send('Bearer ana'))
  const refused: Response[] = []
  await new Promise<void>((resolve) => {
    for (const call of burst)
      void call.then((answer) => {
        if (answer.status === 503 && refused.push(answer) === 552) resolve()
      })
  })
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect(await refused[0]?.json()).toMatchObject({
    code: 'busy',
    detail: expect.stringContaining('Nothing was stored or lost.'),
  })
  expect(reached()).toBe(48)
  const other = send('Bearer bo')
  gate.open()
  expect((await other).status).toBe(200)
  const answers = await Promise.all(burst)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(48)
  expect((await send('Bearer ana')).status).toBe(200)
})

test('leaves callers without an account to the rules of their network', async () => {
  const { send, gate } = await open()
  const calls = Array.from({ length: 150 }, () => send(null))
  gate.open()
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
})

test('speaks the language of whom it refuses', async () => {
  const { send, gate } = await open()
  const calls = Array.from({ length: 50 }, () => send('Bearer ana', 'fr-FR'))
  const answer = await Promise.any(
    calls.map(async (call) => ((await call).status === 503 ? call : Promise.reject(new Error('served')))),
  )
  expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('Réessayez') })
  gate.open()
  await Promise.all(calls)
})
