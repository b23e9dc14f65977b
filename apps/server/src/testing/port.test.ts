import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './port.ts'

test('a free port is never one that the system gives to another listener before it is used', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  const listeners = ports.map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(listeners.map((listener) => once(listener, 'listening')))
  const given = listeners.map((listener) => (listener.address() as { port: number }).port)
  for (const listener of listeners) listener.close()
  expect(Math.max(...ports)).toBeLessThan(Math.min(...given))
})

test('callers at the same time get different ports', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(ports.length)
})
