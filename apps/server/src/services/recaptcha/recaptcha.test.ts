import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRecaptcha } from './recaptcha.ts'

let server: Server
let answer: { status: number; body: string }
let requests: string[]
beforeEach(async () => {
  requests = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      requests.push(body)
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

function recaptcha(errors: unknown[] = []) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return createRecaptcha({
    siteKey: 'site',
    secretKey: 'key',
    hostname: 'penmark.school',
    onError: (error) => errors.push(error),
    url,
  })
}

describe('reCAPTCHA', () => {
  test('is asked with the secret and the token, and nothing about the visitor', async () => {
    answer = { status: 200, body: '{"success":true,"hostname":"penmark.school"}' }
    expect(await recaptcha().verify('a token')).toBe(true)
    expect(requests).toEqual(['secret=key&response=a+token'])
  })

  test('rejects a token for another site', async () => {
    answer = { status: 200, body: '{"success":true,"hostname":"elsewhere.example"}' }
    expect(await recaptcha().verify('a token')).toBe(false)
  })

  test.each([
    [200, '{"success":false,"error-codes":["timeout-or-duplicate"]}'],
    [200, 'no json'],
    [500, '{}'],
  ])('says no on %s %s', async (status, body) => {
    answer = { status, body }
    expect(await recaptcha().verify('a token')).toBe(false)
  })

  test('refuses and logs it if it cannot be reached', async () => {
    const errors: unknown[] = []
    const unreachable = recaptcha(errors)
    await new Promise((resolve) => server.close(resolve))
    expect(await unreachable.verify('a token')).toBe(false)
    expect(errors).toHaveLength(1)
  })
})
