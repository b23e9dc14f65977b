import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgress, isPublicAddress } from './egress.ts'

let server: Server
let origin: string
const seen: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    if (request.url === '/silent') return
    if (request.url === '/away') response.writeHead(302, { location: `${origin}/elsewhere` })
    response.end(request.url === '/long' ? 'x'.repeat(5_000) : 'heard')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const rest = { method: 'POST', timeoutMs: 5_000, maximumBytes: 1_000 } as const
const open = createEgress({ allowPrivate: false })
const inside = createEgress({ allowPrivate: true })

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'not an address',
  ])('%s is not on the open internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '[2606:4700::1111]'])(
    '%s is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('a call to a user-supplied address', () => {
  test.each([
    'http://school.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127.0.0.1./',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://localhost./',
    'https://localhost/',
    'https://api.localhost/',
    'https://name:word@school.example/',
    'ftp://school.example/',
  ])('is not made to %s', async (url) => {
    expect(open.allows(url)).toBe(false)
    await expect(open.send({ ...rest, url })).rejects.toMatchObject({ fault: 'address' })
  })

  test('is not made if the name resolves to an internal address, however it is written', async () => {
    for (const inner of ['10.0.0.1', '::1', '::ffff:10.0.0.1']) {
      const family = inner.includes(':') ? 6 : 4
      const found = [
        { address: '93.184.215.14', family: 4 },
        { address: inner, family },
      ]
      const fooled = createEgress({
        allowPrivate: false,
        resolve: (_name, _options, callback) => callback(null, found),
      })
      await expect(fooled.send({ ...rest, url: 'https://school.example/' })).rejects.toMatchObject({
        fault: 'address',
      })
    }
  })

  test('is made to an internal address if the operator allows it', async () => {
    expect(await inside.send({ ...rest, url: `${origin}/hook`, body: 'é' })).toMatchObject({
      status: 200,
      body: Buffer.from('heard'),
    })
  })

  test('follows no redirect', async () => {
    expect(await inside.send({ ...rest, url: `${origin}/away` })).toMatchObject({ status: 302 })
    expect(seen).not.toContain('POST /elsewhere')
  })

  test('reads no more of a response than requested', async () => {
    await expect(inside.send({ ...rest, url: `${origin}/long` })).rejects.toMatchObject({
      fault: 'too-large',
    })
  })

  test('respects its timeout', async () => {
    await expect(inside.send({ ...rest, url: `${origin}/silent`, timeoutMs: 50 })).rejects.toMatchObject({
      fault: 'timeout',
    })
  })

  test('reports that there is no answer', async () => {
    await expect(inside.send({ ...rest, url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({
      fault: 'unreachable',
    })
  })
})
