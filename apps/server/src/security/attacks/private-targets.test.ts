import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEgress } from '../../services/egress/egress.ts'
import { createAttack } from '../../testing/attack.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'

const attack = createAttack(
  'private-network',
  'webhooks and learning platforms name addresses of a private network, also by names that resolve to one later',
  'addresses',
)

let inner: Server
let innerCalls = 0
let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  inner = createServer((_request, response) => {
    innerCalls += 1
    response.end('inside')
  })
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
  testApp = await startTestApp({
    works: false,
    planLimits: false,
    egress: createEgress({ allowPrivate: false }),
  })
  ana = await testApp.teacher('ana')
})
afterAll(async () => {
  await testApp.close()
  inner.closeAllConnections()
  inner.close()
  expect(innerCalls).toBe(0)
  attack.expectDefended(60)
})

/** Addresses of this machine, its network and its cloud, in every spelling that a parser of URLs accepts. */
const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '0',
  '0.0.0.0',
  '00000.0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'a.b.localhost.',
  '10.0.0.1',
  '10.255.255.255',
  '0xa.1',
  '012.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.255.254',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '169.254.1.1',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2002:a00:1::]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
]

test.each(hosts)('no webhook is made for https://%s/, and nothing is sent there', async (host) => {
  const { status } = await ana.call('POST', '/integrations/webhooks', { url: `https://${host}/hook` })
  const rest = { method: 'POST', timeoutMs: 2_000, maximumBytes: 1_000 } as const
  const fault = await createEgress({ allowPrivate: false })
    .send({ ...rest, url: `https://${host}/hook` })
    .then(
      () => 'sent',
      (error: { fault?: string }) => error.fault,
    )
  attack.count(host, status === 201 || fault !== 'address')
  expect([host, status, fault]).toEqual([host, 422, 'address'])
})

test('no learning platform is connected whose keys, tokens or sign-in are in a private network', async () => {
  const outside = 'https://platform.school.example/'
  const urls = { auth_url: outside, token_url: outside, keys_url: outside }
  const named = {
    name: 'Moodle',
    issuer: 'https://platform.school.example',
    client_id: 'penmark',
    deployment_ids: ['1'],
  }
  const connect = (changed: object) =>
    ana.call('POST', '/admin/lti/platforms', { ...named, ...urls, ...changed })
  for (const field of ['auth_url', 'token_url', 'keys_url'])
    for (const host of hosts) {
      const { status } = await connect({ [field]: `https://${host}/keys` })
      attack.count(`${field} ${host}`, status === 201)
      expect([field, host, status]).toEqual([field, host, 422])
    }
  expect((await connect({})).status).toBe(201)
})

/** What a name resolves to, call after call: first for the check, then for the connection. */
const rebinding: [string, LookupAddress[][]][] = [
  [
    'first outside, then inside',
    [[{ address: '93.184.215.14', family: 4 }], [{ address: '127.0.0.1', family: 4 }]],
  ],
  ['inside', [[{ address: '10.0.0.1', family: 4 }]]],
  [
    'both at once',
    [
      [
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
  ],
  [
    'both at once, the inner one first',
    [
      [
        { address: '169.254.169.254', family: 4 },
        { address: '93.184.215.14', family: 4 },
      ],
    ],
  ],
  [
    'outside by IPv4 and inside by IPv6',
    [
      [
        { address: '93.184.215.14', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
  ],
  ['an inner address in IPv6 clothes', [[{ address: '::ffff:10.0.0.1', family: 6 }]]],
]

test.each(rebinding)('a name that resolves to %s is not called inside', async (what, answers) => {
  let lookups = 0
  const connected: string[] = []
  const egress = createEgress({
    allowPrivate: false,
    resolve: (_name, _options, callback) => {
      const found = answers[Math.min(lookups, answers.length - 1)] ?? []
      lookups += 1
      connected.push(...found.map(({ address }) => address))
      callback(null, found)
    },
  })
  const rest = { method: 'POST', timeoutMs: 500, maximumBytes: 1_000 } as const
  const before = innerCalls
  const faults: unknown[] = []
  // The second delivery resolves the name again.
  for (let nth = 0; nth < 2; nth += 1) {
    await egress.send({ ...rest, url: 'https://hooks.school.example/' }).then(
      () => faults.push('sent'),
      (error: { fault?: string }) => faults.push(error.fault),
    )
  }
  attack.count(
    `rebinding: ${what}`,
    innerCalls > before || faults.includes('sent') || faults.at(-1) !== 'address',
  )
  expect([what, innerCalls - before, faults.at(-1)]).toEqual([what, 0, 'address'])
})
