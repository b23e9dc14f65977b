import { Problem } from '@penmark/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problem } from '../locale/problems/problem.ts'
import { sendProblem } from './problem.ts'

let app: FastifyInstance
beforeAll(() => {
  app = Fastify()
  app.setErrorHandler(sendProblem)
  app.get('/missing', () => {
    throw problem('not_found', 'address_unknown')
  })
  app.get('/invalid', () => {
    const fields = [
      { loc: ['title'], msg: 'Shorten the name to 80 characters.' },
      { loc: ['rows', 2, 'a/b'], msg: 'Give the key a name.' },
    ]
    throw new Problem('invalid_input', 'title: …', { fields })
  })
})
afterAll(() => app.close())

const call = (url: string, accept?: string) =>
  app.inject({ url, headers: accept === undefined ? {} : { accept } })

test('a program that asks for problem details gets them by RFC 9457, in its language', async () => {
  const { statusCode, headers, body } = await app.inject({
    url: '/missing',
    headers: { accept: 'application/problem+json', 'accept-language': 'fr' },
  })
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  expect(JSON.parse(body)).toMatchObject({
    type: 'urn:penmark:problem:not_found',
    title: 'Not Found',
    status: 404,
    code: 'not_found',
  })
  expect(body).not.toContain('There is nothing')
})

test('each invalid field is named by a pointer into what was sent', async () => {
  const { detail, errors } = (await call('/invalid', 'application/problem+json')).json<{
    detail: string
    errors: object[]
  }>()
  expect(detail).toBe('Shorten the name to 80 characters. Give the key a name.')
  expect(errors).toEqual([
    { detail: 'Shorten the name to 80 characters.', pointer: '#/title' },
    { detail: 'Give the key a name.', pointer: '#/rows/2/a~1b' },
  ])
})

test.each([
  undefined,
  '*/*',
  'application/json',
  'application/json, application/problem+json;q=0.5',
  'text/html',
])('a program that accepts %s gets code and detail', async (accept) => {
  const answer = await call('/missing', accept)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toEqual({
    code: 'not_found',
    detail: 'There is nothing at this address.',
    reason: { code: 'address_unknown', params: {} },
  })
})
