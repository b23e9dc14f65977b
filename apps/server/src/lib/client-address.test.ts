import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { isNetwork, networkOf, type ProxyTrust, trustedProxies } from './client-address.ts'

describe('the network by which callers are counted', () => {
  test('is the address itself for IPv4, however it is written', () => {
    for (const address of [
      '192.0.2.7',
      '::ffff:192.0.2.7',
      '::FFFF:192.0.2.7',
      '::ffff:c000:207',
      '192.0.2.7:50123',
    ])
      expect(networkOf(address)).toBe('192.0.2.7')
  })

  test('is the first half of an IPv6 address, since one subscriber owns the whole second half', () => {
    for (const address of ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002:ffff::1', '[2001:db8:1:2::9]:443'])
      expect(networkOf(address)).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0::/64')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  })

  test('is the same for everything that is not an address', () => {
    for (const address of ['', 'unknown', 'me-1', '10.1', '0x7f.1'])
      expect(networkOf(address)).toBe('unknown')
  })
})

/** The address that the server takes for the caller's. */
async function callerOf(trust: ProxyTrust | null, remoteAddress: string, forwarded: string): Promise<string> {
  const app = Fastify({ trustProxy: trustedProxies(trust) })
  app.get('/', async (request) => request.ip)
  const { body } = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  await app.close()
  return body
}

describe('the caller behind proxies', () => {
  const madeUp = '198.51.100.1, 198.51.100.2'

  test('is the connected address if no proxy is trusted', async () => {
    expect(await callerOf(null, '192.0.2.1', madeUp)).toBe('192.0.2.1')
  })

  test('is what the nearest proxy wrote, never what the client wrote', async () => {
    expect(await callerOf({ hops: 1 }, '10.0.0.1', `${madeUp}, 203.0.113.9`)).toBe('203.0.113.9')
    expect(await callerOf({ hops: 2 }, '10.0.0.1', `${madeUp}, 203.0.113.9, 10.0.0.2`)).toBe('203.0.113.9')
  })

  test('is the first address outside the trusted networks, and untrusted neighbours are not believed', async () => {
    const trust = { networks: ['10.0.0.0/8', 'fd00::/8', '192.0.2.80'] }
    expect(await callerOf(trust, '10.0.0.1', `${madeUp}, 203.0.113.9, 192.0.2.80, 10.1.1.1`)).toBe(
      '203.0.113.9',
    )
    expect(await callerOf(trust, '::ffff:10.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
    expect(await callerOf(trust, 'fd12::1', '2001:db8::1')).toBe('2001:db8::1')
    expect(await callerOf(trust, '203.0.113.50', madeUp)).toBe('203.0.113.50')
  })
})

test('a network is an address or a range of them, but never all of them', () => {
  expect(['10.0.0.0/8', '::1', '2001:db8::/32', '192.0.2.1'].map(isNetwork)).toEqual([true, true, true, true])
  expect(
    ['', 'proxy', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/8/8', '10.0.0.0/x'].filter(isNetwork),
  ).toEqual([])
})
