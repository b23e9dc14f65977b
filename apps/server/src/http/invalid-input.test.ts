import { apiBase } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../testing/test-app.ts'

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

const invalid = async (method: 'GET' | 'POST', url: string, body?: object) =>
  (await ana.call(method, url, body)).body

test('an error carries its code beside its sentence', async () => {
  expect(await invalid('GET', '/documents/00000000-0000-4000-8000-000000000000')).toEqual({
    code: 'not_found',
    detail: 'There is no such document. It may have been deleted.',
    reason: { code: 'document_unknown', params: {} },
  })
})

test.each([
  ['a missing field', '/students', { first_name: 'Ida' }, ['last_name'], 'field_missing', 'Fill this in.'],
  [
    'an empty name',
    '/students',
    { first_name: ' ', last_name: 'Berg' },
    ['first_name'],
    'first_name_missing',
    'First name is required',
  ],
  [
    'a name that is too long',
    '/students',
    { first_name: 'a'.repeat(201), last_name: 'Berg' },
    ['first_name'],
    'field_too_long',
    'Shorten this to 200 characters.',
  ],
  [
    'text in place of a list',
    '/integrations/api-keys',
    { name: 'Sync', scopes: 'all' },
    ['scopes'],
    'field_wrong',
    'This cannot be used here.',
  ],
])('%s is named with a sentence for people', async (_, url, body, loc, code, msg) => {
  expect(await invalid('POST', url, body)).toMatchObject({
    code: 'invalid_input',
    detail: [{ loc, msg, reason: { code } }],
  })
})

test('what was sent is not repeated', async () => {
  const secret = 'the words of a student'
  const answer = await testApp.app.inject({
    method: 'POST',
    url: `${apiBase}/students`,
    headers: await testApp.headers('ana'),
    payload: { first_name: [secret], last_name: 'Berg' },
  })
  expect([answer.statusCode, answer.body.includes(secret)]).toEqual([422, false])
})
