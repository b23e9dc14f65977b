import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Problem } from '@penmark/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SilentServer, startSilentServer } from '../../testing/services/silent-server.ts'
import { createEgress } from '../egress/egress.ts'
import { createExternalIdentity } from '../identity/external.ts'
import { createSmtpTransport } from '../mail/smtp.ts'
import { mailOf } from '../mail/testing/transport.suite.ts'
import { createStripe } from '../payment/stripe.ts'
import { createRecaptcha } from '../recaptcha/recaptcha.ts'
import { createS3Storage, type S3Settings } from '../storage/s3.ts'
import { newKey, type Storage } from '../storage/storage.ts'
import {
  allowOutsideCalls,
  callOutside,
  OutsideError,
  outsideErrorOf,
  stopOutsideCalls,
} from './call-outside.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const withinMs = 500
const answered = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{'

/** A storage whose bucket answers the start, and is silent from then on. */
async function silentBucket(): Promise<Storage> {
  let isStarted = false
  const server = createServer((_request, response) => {
    if (!isStarted) response.end()
    isStarted = true
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'penmark',
    prefix: '',
    pathStyle: true,
    accessKeyId: 'a',
    secretAccessKey: 'b',
  }
  const storage = await createS3Storage(settings, withinMs)
  closers.push(storage.close)
  return storage
}

const file = () => Readable.from(['essay'])

describe('a bucket that accepts and never answers', () => {
  test.each<[string, (storage: Storage) => Promise<unknown>]>([
    ['an upload', (storage) => storage.put(newKey(), file())],
    ['a download', (storage) => storage.get(newKey())],
    ['reading a document', (storage) => storage.localCopy(newKey())],
    ['a deletion', (storage) => storage.delete(newKey())],
    [
      'the sweep',
      async (storage) => {
        for await (const _ of storage.list(new Date()));
      },
    ],
  ])('does not hold %s', async (_, call) => {
    const storage = await silentBucket()
    await expect(call(storage)).rejects.toMatchObject({
      name: 'OutsideError',
      service: 'files',
      fault: 'timeout',
    })
  })
})

describe('a service that accepts and never answers, or stops in the middle of its answer,', () => {
  let silent: SilentServer
  afterEach(() => silent.close())

  const calls: Record<string, (origin: string) => Promise<unknown>> = {
    'a payment': (origin) =>
      createStripe({
        secretKey: 'sk_test_a',
        webhookSecret: 'whsec_a',
        proPriceId: 'price_a',
        timing: { answerMs: withinMs, stepMs: 2 * withinMs },
        fetch: (_input, init) => fetch(origin, init),
      }).readSubscription('sub_1'),
    'a webhook, a call to a learning platform or a look-up of a reference': (origin) =>
      createEgress({ allowPrivate: true }).send({
        method: 'POST',
        url: origin,
        body: '{}',
        timeoutMs: withinMs,
        maximumBytes: 5_000,
      }),
    'the check of a sign-in': async (origin) => {
      const timing = { keysForMs: 60_000, keysAgainAfterMs: 0, timeoutMs: withinMs }
      const options = {
        issuer: origin,
        clientId: 'a',
        audience: 'b',
        scope: 'openid',
        endGrants: async () => undefined,
        timing,
      }
      const identity = await createExternalIdentity(options)
      return identity.verify('a token')
    },
    'a human check': async (origin) => {
      let failure: unknown = null
      const onError = (error: unknown) => {
        failure = error
      }
      await createRecaptcha({
        siteKey: 'a',
        secretKey: 'b',
        hostname: 'c',
        onError,
        url: origin,
        answerWithinMs: withinMs,
      }).verify('d')
      throw failure
    },
  }

  test.each(Object.entries(calls))('does not hold %s', async (_, call) => {
    for (const firstBytes of ['', answered]) {
      silent = await startSilentServer(firstBytes)
      const failure: unknown = await call(`http://127.0.0.1:${silent.port}`).catch((error: unknown) => error)
      expect(outsideErrorOf(failure)?.fault).toMatch(/timeout|unavailable/)
      await expect.poll(silent.open).toBe(0)
      if (firstBytes === '') await silent.close()
    }
  })

  test('does not hold an email', async () => {
    silent = await startSilentServer('220 mail.example ESMTP\r\n')
    const timing = { silentMs: 60_000, mailMs: withinMs }
    const transport = createSmtpTransport({
      url: `smtp://127.0.0.1:${silent.port}`,
      from: 'post@school.example',
      timing,
    })
    await expect(transport.deliver(mailOf())).rejects.toMatchObject({ service: 'mail', fault: 'timeout' })
    await expect.poll(silent.open).toBe(0)
  })
})

describe('a call outside', () => {
  const call = { service: 'files', withinMs: 5_000, retryAfterMs: [1, 1] } as const
  beforeEach(allowOutsideCalls)
  afterEach(allowOutsideCalls)

  test('is repeated if the service failed, as often as it may be', async () => {
    let attempts = 0
    const failing = async () => {
      attempts += 1
      throw new Error('out of order')
    }
    await expect(callOutside(call, failing)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(attempts).toBe(3)
    await expect(callOutside({ ...call, retryAfterMs: [] }, failing)).rejects.toMatchObject({
      fault: 'unavailable',
    })
    expect(attempts).toBe(4)
  })

  test('is not repeated if the service refused it, or if it failed by our own doing', async () => {
    let attempts = 0
    const failWith = (error: Error) => async () => {
      attempts += 1
      throw error
    }
    const refused = callOutside({ ...call, isRefused: () => true }, failWith(new Error('no such key')))
    await expect(refused).rejects.toMatchObject({ fault: 'refused' })
    await expect(callOutside(call, failWith(new Problem('conflict', 'Ours.')))).rejects.toThrow('Ours.')
    expect(attempts).toBe(2)
  })

  test('frees its caller even if the client ignores the deadline', async () => {
    await expect(
      callOutside({ ...call, withinMs: 20 }, () => new Promise(() => undefined)),
    ).rejects.toBeInstanceOf(OutsideError)
  })

  test('may take long as long as something moves', async () => {
    let renewed = 0
    const result = await callOutside({ ...call, withinMs: 100 }, async ({ signal, renew }) => {
      for (; renewed < 8; renewed += 1) {
        await new Promise((resolve) => setTimeout(resolve, 25))
        renew()
      }
      return signal.aborted
    })
    expect(result).toBe(false)
  })

  test('ends when this process does, and none begins any more', async () => {
    const hanging = callOutside(call, () => new Promise(() => undefined))
    stopOutsideCalls()
    await expect(hanging).rejects.toMatchObject({ fault: 'stopped' })
    await expect(callOutside(call, async () => 'answer')).rejects.toMatchObject({ fault: 'stopped' })
  })
})

describe('a bucket that fails for a moment', () => {
  test('receives the whole upload again', async () => {
    const received: string[] = []
    const server = createServer((request, response) => {
      if (request.method === 'HEAD') return void response.end()
      void text(request).then((body) => {
        received.push(body)
        response.writeHead(received.length < 3 ? (received.length === 1 ? 503 : 500) : 200).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const storage = await createS3Storage({
      endpoint,
      region: 'us-east-1',
      bucket: 'b',
      prefix: '',
      pathStyle: true,
      accessKeyId: 'a',
      secretAccessKey: 'b',
    })
    closers.push(storage.close, () => new Promise((resolve) => server.close(resolve)))
    await storage.put(newKey(), file())
    expect(received).toEqual(['essay', 'essay', 'essay'])
  })
})
