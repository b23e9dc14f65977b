import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addPayerCookies } from './routes.ts'

test('only the calls that open a page of the test payments run their hook', async () => {
  const app = Fastify()
  await app.register(cookie)
  const asked: string[] = []
  addPayerCookies(app, {
    secret: 'secret',
    isHttps: false,
    customerOf: async (page) => {
      asked.push(page)
      return 'cus_1'
    },
  })
  const opened = { url: 'http://localhost/test-payment/checkout/cs_1' }
  for (const url of ['/api/create-checkout-session', '/api/create-portal-session', '/api/documents'])
    app.post(url, async () => opened)
  const hooksOf = (routes: string) => routes.split('\n').filter((line) => line.includes('setCookieOnOpening'))
  await app.ready()
  expect(hooksOf(app.printRoutes({ includeHooks: true, commonPrefix: false }))).toHaveLength(2)
  const cookiesOf = async (url: string) => (await app.inject({ method: 'POST', url })).cookies.length
  expect(await cookiesOf('/api/documents')).toBe(0)
  expect(asked).toEqual([])
  expect(await cookiesOf('/api/create-checkout-session')).toBe(1)
  expect(await cookiesOf('/api/create-portal-session')).toBe(1)
  await app.close()
})
