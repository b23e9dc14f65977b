import { Problem, teacherRoutes } from '@penmark/contract'
import i18next from 'i18next'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeApi, refuse } from '../../testing/api.ts'
import { eventually } from '../../testing/eventually.ts'
import { aDocument, aTeacher } from '../../testing/samples.ts'
import { call, clearPrefetched, prefetch, takeAnswer } from './call.ts'
import { detailOf, readFailure } from './failure.ts'
import { setTokenSource } from './headers.ts'
import { upload } from './upload.ts'

const failure = (promise: Promise<unknown>): Promise<Problem> =>
  promise.then(
    () => Promise.reject(new Error('It did not fail')),
    (thrown: unknown) => (thrown instanceof Problem ? thrown : Promise.reject(thrown)),
  )

describe('call', () => {
  test('puts escaped parameters into the path, and the rest into the query of a GET', async () => {
    const { calls } = fakeApi({ 'GET /documents/a%2Fb': () => aDocument(), 'GET /documents': () => [] })
    await call(teacherRoutes.readDocument, { id: 'a/b' })
    await call(teacherRoutes.listDocuments, { limit: 10, before: undefined })
    expect(calls.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/documents/a%2Fb?',
      '/documents?limit=10',
    ])
  })

  test('returns the response body, and sets no timeout', async () => {
    fakeApi({ 'GET /documents': () => [aDocument()] })
    const fetched = vi.spyOn(globalThis, 'fetch')
    expect(await call(teacherRoutes.listDocuments, {})).toEqual([aDocument()])
    expect(fetched.mock.calls.map(([, options]) => options?.signal)).toEqual([undefined])
  })

  test('sends the rest as JSON otherwise, with the bearer token of the session', async () => {
    const { calls } = fakeApi({ 'POST /documents/text': () => aDocument() })
    const fallSilent = setTokenSource(async () => 'secret')
    await call(teacherRoutes.submitText, { text: 'words' })
    fallSilent()
    expect(calls[0]).toMatchObject({
      body: { text: 'words' },
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    })
  })

  test('sends the bearer token with every call of a signed-in teacher, reading, changing and deleting', async () => {
    const { calls } = fakeApi({
      'GET /documents': () => [],
      'POST /documents/d1/reprocess': () => aDocument(),
      'PUT /documents/d1/assign-student': () => aDocument(),
      'DELETE /documents/d1': () => ({ id: 'd1', deleted: true }),
      'POST /documents/upload': () => aDocument(),
    })
    const fallSilent = setTokenSource(async () => 'secret')
    await call(teacherRoutes.listDocuments, {})
    await call(teacherRoutes.reprocessDocument, { id: 'd1' })
    await call(teacherRoutes.assignDocument, { id: 'd1', student_id: null })
    await call(teacherRoutes.deleteDocument, { id: 'd1' })
    await upload(teacherRoutes.uploadDocument, { file: [new File(['words'], 'essay.txt')] }, {})
    fallSilent()
    expect(calls.map(({ method, headers }) => [method, headers.authorization])).toEqual(
      ['GET', 'POST', 'PUT', 'DELETE', 'POST'].map((method) => [method, 'Bearer secret']),
    )
  })

  test('makes no call for a teacher without a token, and says why, but a public call needs none', async () => {
    const { calls } = fakeApi({ 'GET /settings': () => ({}) })
    const fallSilent = setTokenSource(async () => null)
    expect(await failure(call(teacherRoutes.submitText, { text: 'words' }))).toMatchObject({
      code: 'not_signed_in',
      message: 'Authentication token missing',
    })
    expect(
      await failure(upload(teacherRoutes.uploadDocument, { file: [new File(['x'], 'a.txt')] }, {})),
    ).toMatchObject({
      code: 'not_signed_in',
    })
    await call(teacherRoutes.readSettings, {}).catch(() => {})
    fallSilent()
    expect(calls.map(({ path, headers }) => [path, 'authorization' in headers])).toEqual([
      ['/settings', false],
    ])
  })

  test('asks for errors in the language of the page', async () => {
    await i18next.changeLanguage('fr-FR')
    const { calls } = fakeApi({ 'GET /documents': () => [], 'POST /documents/upload': () => aDocument() })
    await call(teacherRoutes.listDocuments, {})
    await upload(teacherRoutes.uploadDocument, { file: [new File(['words'], 'essay.txt')] }, {})
    await i18next.changeLanguage('en-GB')
    expect(calls.map(({ headers }) => headers['accept-language'])).toEqual(['fr-FR', 'fr-FR'])
  })

  test('throws the server’s code and sentence', async () => {
    fakeApi({ 'GET /teachers/me': () => refuse(404, { code: 'not_found', detail: 'No profile yet.' }) })
    expect(await failure(call(teacherRoutes.readProfile, {}))).toMatchObject({
      code: 'not_found',
      message: 'No profile yet.',
    })
  })

  test('joins a list of details as "location: message"', async () => {
    const detail = [
      { loc: ['body', 'first_name'], msg: 'Required' },
      { loc: ['body', 'tags', 0], msg: 'Too long' },
    ]
    fakeApi({ 'PUT /teachers/me': () => refuse(422, { code: 'invalid_input', detail }) })
    const problem = await failure(call(teacherRoutes.saveProfile, aTeacher()))
    expect(problem.message).toBe('body.first_name: Required, body.tags.0: Too long')
    expect(problem.fields).toEqual(detail)
  })

  test('says that the server cannot be reached if there is no response', async () => {
    setTokenSource(async () => 'token')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const { code, message } = await failure(call(teacherRoutes.readStats, {}))
    expect(code).toBe('busy')
    expect(message).toContain('cannot be reached')
  })

  test('rejects a response that breaks the contract', async () => {
    fakeApi({ 'GET /dashboard/stats': () => ({ current_documents: 'three' }) })
    expect(await failure(call(teacherRoutes.readStats, {}))).toMatchObject({ code: 'unexpected' })
  })
})

describe('readFailure', () => {
  test.each([
    [404, 'Not Found', 'not_found'],
    [409, 'Conflict', 'conflict'],
    [422, 'Unprocessable Entity', 'invalid_input'],
  ])(
    'knows what %i means without a code, with the server’s sentence or else the status text',
    (status, statusText, code) => {
      const detail = 'There is one of that name.'
      expect(readFailure(status, statusText, JSON.stringify({ detail }))).toMatchObject({
        code,
        message: detail,
      })
      expect(readFailure(status, statusText, '')).toMatchObject({ code, message: statusText })
    },
  )

  test('uses status and status text if a proxy answers with its own page', () => {
    expect(readFailure(503, 'Service Unavailable', '<html>')).toMatchObject({
      code: 'busy',
      message: 'Service Unavailable',
    })
    expect(readFailure(418, '', '')).toMatchObject({ code: 'unexpected', message: 'HTTP 418' })
  })
})

describe('a detail that is no sentence', () => {
  test('becomes JSON if it is an object or another list', () => {
    expect(readFailure(422, '', '{"detail":{"files":"missing"}}').message).toBe('{"files":"missing"}')
    expect(readFailure(422, '', '{"detail":["a","b"]}').message).toBe('["a","b"]')
  })

  test('falls back to the usual sentence for an exceeded allowance', () => {
    expect(readFailure(429, 'Too Many Requests', '').message).toBe('Monthly usage limit exceeded')
  })
})

describe('upload', () => {
  const file = new File(['words'], 'essay.txt')

  test('sends the file after the fields, and reports progress', async () => {
    const { calls } = fakeApi({ 'POST /documents/upload': () => aDocument() })
    const shares: number[] = []
    await upload(
      teacherRoutes.uploadDocument,
      { file: [file] },
      { student_id: 's1', class_group_id: null },
      { onProgress: (share) => shares.push(share) },
    )
    const form = calls[0]?.body
    if (!(form instanceof FormData)) throw new Error('No form was sent')
    expect([...form.keys()]).toEqual(['student_id', 'file'])
    expect(shares).toEqual([0.5])
  })

  test('throws the same errors as a call', async () => {
    fakeApi({
      'POST /documents/upload': () => refuse(415, { code: 'unsupported_file', detail: 'Not a document.' }),
    })
    expect(await failure(upload(teacherRoutes.uploadDocument, { file: [file] }, {}))).toMatchObject({
      code: 'unsupported_file',
      message: 'Not a document.',
    })
  })
})

test('shows the id of an error logged by the server', () => {
  const detail =
    'Something went wrong on our side. Your documents are safe. Try again. If it happens again, send us this error ID: 3f0c9f0e.'
  expect(
    detailOf(readFailure(500, 'Internal Server Error', JSON.stringify({ code: 'unexpected', detail }))),
  ).toBe(detail)
})

describe('a call started before its screen loaded', () => {
  beforeEach(clearPrefetched)
  const open = () => {
    const titles = ['first', 'second', 'third']
    return fakeApi({
      'GET /documents': () => [aDocument({ original_filename: titles.shift() ?? '' })],
      'DELETE /documents/d1': () => ({ id: 'd1', deleted: true }),
    })
  }
  const list = async () =>
    (await call(teacherRoutes.listDocuments, { limit: 10 })).map(({ original_filename }) => original_filename)

  test('is reused once; later or different calls ask the server', async () => {
    const { calls } = open()
    void prefetch(teacherRoutes.listDocuments, { limit: 10 })
    expect(await list()).toEqual(['first'])
    expect(calls).toHaveLength(1)
    expect(await list()).toEqual(['second'])
    void prefetch(teacherRoutes.listDocuments, { limit: 20 })
    await list()
    expect(calls.map(({ query }) => query.get('limit'))).toEqual(['10', '10', '20', '10'])
  })

  test('hands out an answer that has arrived, at once and once', async () => {
    open()
    const arrived = () =>
      takeAnswer(teacherRoutes.listDocuments, { limit: 10 })?.map(
        ({ original_filename }) => original_filename,
      )
    const ended = prefetch(teacherRoutes.listDocuments, { limit: 10 })
    expect(arrived()).toBeUndefined()
    await ended
    expect(arrived()).toEqual(['first'])
    expect(arrived()).toBeUndefined()
  })

  test('ends without an answer if it failed', async () => {
    fakeApi({ 'GET /documents': () => refuse(503, { detail: 'Busy.' }) })
    await prefetch(teacherRoutes.listDocuments, { limit: 10 })
    expect(takeAnswer(teacherRoutes.listDocuments, { limit: 10 })).toBeUndefined()
  })

  test('is discarded once something changed', async () => {
    open()
    void prefetch(teacherRoutes.listDocuments, { limit: 10 })
    await call(teacherRoutes.deleteDocument, { id: 'd1' })
    expect(await list()).toEqual(['second'])
  })

  test('is discarded some seconds after its response', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { calls } = open()
    void prefetch(teacherRoutes.listDocuments, { limit: 10 })
    await eventually(() => expect(calls).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve))
    vi.advanceTimersByTime(3_001)
    expect(await list()).toEqual(['second'])
    vi.useRealTimers()
  })

  test('is repeated if it failed', async () => {
    const answers = [refuse(503, { detail: 'Busy.' }), [aDocument({ original_filename: 'here' })]]
    fakeApi({ 'GET /documents': () => answers.shift() })
    void prefetch(teacherRoutes.listDocuments, { limit: 10 })
    expect(await list()).toEqual(['here'])
  })
})
