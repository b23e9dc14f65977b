import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { apiBase, type Route, routes } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../testing/test-app.ts'

let testApp: TestApp
let ana: TestTeacher
let student: string
let classGroup: string

beforeAll(async () => {
  testApp = await startTestApp({
    works: false,
    prepareWeb: async (folder) => {
      await mkdir(path.join(folder, 'assets'), { recursive: true })
      await writeFile(
        path.join(folder, 'index.html'),
        '<html><script nonce="__CSP_NONCE__" src="/assets/app-1.js"></script></html>',
      )
      await writeFile(path.join(folder, 'assets', 'app-1.js'), 'let app')
      await writeFile(path.join(folder, '.built-from'), 'stamp')
    },
  })
  ana = await testApp.teacher('ana')
  const make = async (address: string, fields: object) =>
    ((await ana.call('POST', address, fields)).body as { id: string }).id
  student = await make('/students', { first_name: 'Ida', last_name: 'Holm' })
  classGroup = await make('/class-groups', { class_name: '7B' })
})
afterAll(() => testApp.close())

interface Operation {
  security?: unknown[]
  tags: string[]
  responses: object
  requestBody?: { content: Record<string, { schema: { required?: string[] } } | undefined> }
}
interface Description {
  info: { license: object }
  servers: object[]
  security: object[]
  paths: Record<string, Record<string, Operation | undefined> | undefined>
  components: Record<string, object>
}

const all: [string, Route][] = Object.entries<Route>(routes)
/** What an operation may take in the description of the API, with its share of the schemas. */
const bytesPerOperation = 1_060

describe('every route of the contract', () => {
  test('serves the classes at both spellings, and nothing else at parts of these addresses', async () => {
    for (const address of ['/class-groups', '/classgroups', '/classgroups/', '/classgroups?a=1']) {
      expect((await ana.call('GET', address)).body).toMatchObject([{ class_name: '7B', student_ids: [] }])
    }
    for (const spelling of ['class-groups', 'classgroups']) {
      const member = `/${spelling}/${classGroup}/students/${student}`
      expect((await ana.call('POST', `${member}/`)).body).toMatchObject({ student_ids: [student] })
      expect((await ana.call('DELETE', member)).body).toMatchObject({ student_ids: [] })
    }
    expect((await ana.call('GET', '/classgroupsx')).status).toBe(404)
  })

  test.each(all.filter(([, { method, path: address }]) => method === 'GET' && !address.includes(':')))(
    '%s is served with and without a trailing slash, and never redirects',
    async (_name, { path: address }) => {
      for (const url of [address, `${address}/`])
        expect([200, 404]).toContain((await ana.call('GET', url)).status)
      expect((await ana.call('GET', address)).status).toBe((await ana.call('GET', `${address}/`)).status)
    },
  )

  test('the OpenAPI document is short, says where and under which licence, and every reference leads somewhere', async () => {
    const answer = await testApp.app.inject(`${apiBase}/openapi.json`)
    const { info, servers, security, paths, components } = answer.json<Description>()
    expect(answer.body.length / all.length).toBeLessThan(bytesPerOperation)
    expect([info.license, servers.length, security]).toEqual([
      { name: 'MIT', identifier: 'MIT' },
      1,
      [{ bearer: [] }],
    ])
    for (const [, kind = '', name = ''] of answer.body.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g))
      expect(components[kind]).toHaveProperty(name)
    expect(answer.body).not.toContain('#/$defs')
    for (const [, { access, path: address, method }] of all) {
      const operation = paths[apiBase + address.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation?.security).toEqual(access === 'public' ? [] : undefined)
      expect(operation?.tags).toHaveLength(1)
      expect(operation?.responses).toHaveProperty('4XX')
    }
    const form = (address: string) =>
      paths[`${apiBase}${address}`]?.post?.requestBody?.content['multipart/form-data']?.schema.required
    expect([form('/documents/upload'), form('/documents/batch')]).toEqual([['file'], ['files']])
  })

  test('can be had of one area, small enough to read and complete in itself', async () => {
    const areas = [...new Set(all.map(([, { path }]) => path.split('/')[1]))]
    const described: string[] = []
    for (const area of areas) {
      const answer = await testApp.app.inject(`${apiBase}/openapi.json?area=${area}`)
      const { paths, components } = answer.json<Description>()
      expect(answer.body.length, area).toBeLessThan(150_000)
      for (const [, kind = '', name = ''] of answer.body.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g))
        expect(components[kind]).toHaveProperty(name)
      described.push(...Object.keys(paths))
    }
    const whole = (await testApp.app.inject(`${apiBase}/openapi.json`)).json<Description>()
    expect(described.toSorted()).toEqual(Object.keys(whole.paths).toSorted())
    expect((await testApp.app.inject(`${apiBase}/openapi.json?area=toys`)).statusCode).toBe(404)
  })

  // What redocly's recommended rules and spectral:oas call an error or leave no sense in, without their
  // hundred packages.
  test('the OpenAPI document passes the rules that validators complain about', async () => {
    const document = (await testApp.app.inject(`${apiBase}/openapi.json`)).json<Description>()
    const text = JSON.stringify(document)
    for (const [kind, parts] of Object.entries(document.components)) {
      if (kind === 'securitySchemes') continue
      for (const name of Object.keys(parts))
        expect(text, `${kind} ${name} is used`).toContain(`"#/components/${kind}/${name}"`)
    }
    const ids: unknown[] = []
    const visit = (part: unknown, at: string): void => {
      if (typeof part !== 'object' || part === null) return
      const { type, items, in: place, required, operationId } = part as Record<string, unknown>
      if (type === 'array') expect(items, `items of ${at}`).toBeTruthy()
      if (place === 'path') expect(required, `required of ${at}`).toBe(true)
      if (typeof operationId === 'string') ids.push(operationId)
      for (const [name, inner] of Object.entries(part)) visit(inner, `${at}/${name}`)
    }
    visit(document, '#')
    expect(new Set(ids).size).toBe(ids.length)
    for (const [address, path] of Object.entries(document.paths)) {
      for (const [, name = ''] of address.matchAll(/\{(\w+)\}/g)) {
        for (const operation of Object.values(path ?? {}))
          expect(JSON.stringify(operation), `${name} of ${address}`).toMatch(
            new RegExp(`/${name}"|"name":"${name}"`),
          )
      }
    }
  })

  test('is in the OpenAPI document', async () => {
    const { paths } = (await testApp.app.inject(`${apiBase}/openapi.json`)).json<{
      paths: Record<string, Record<string, unknown>>
    }>()
    for (const [name, { method, path: address }] of all) {
      const operation = paths[apiBase + address.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: name })
    }
  })
})

describe('the server', () => {
  test('is ready when its database and queue are', async () => {
    const response = await testApp.app.inject('/healthz')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ status: 'ready' })
  })

  test('does not give up a start on a machine so busy that one part of it takes a minute', () => {
    expect(testApp.app.initialConfig.pluginTimeout).toBeGreaterThan(60_000)
  })

  test('tells anyone how to sign in', async () => {
    const settings = (await testApp.app.inject(`${apiBase}/settings`)).json()
    expect(settings).toMatchObject({
      oidc: { client_id: 'penmark-web', audience: 'penmark-api' },
      detector: { name: 'tiny', minimum_words: 50 },
    })
  })

  test('lists each invalid field with its location', async () => {
    const { status, body } = await ana.call('PUT', '/teachers/me', { first_name: ' ', role: 'king' })
    expect(status).toBe(422)
    const { code, detail } = body as { code: string; detail: { loc: string[]; msg: string }[] }
    expect(code).toBe('invalid_input')
    expect(detail.map(({ loc }) => loc[0])).toEqual(
      expect.arrayContaining(['first_name', 'last_name', 'role']),
    )
    for (const { msg } of detail) expect(msg).not.toBe('')
  })

  test('refuses broken JSON, other content types and large bodies in our own words', async () => {
    const authorization = (await testApp.headers('ana')).authorization
    const post = (type: string, payload: string) =>
      testApp.app.inject({
        method: 'PUT',
        url: `${apiBase}/teachers/me`,
        headers: { authorization, 'content-type': type },
        payload,
      })
    expect((await post('application/json', '{')).statusCode).toBe(422)
    expect((await post('application/json', '{"__proto__": {"a": 1}}')).statusCode).toBe(422)
    expect((await post('application/json', '[1]')).statusCode).toBe(422)
    expect((await post('text/plain', 'hello')).statusCode).toBe(415)
    expect(
      (await post('application/json', JSON.stringify({ first_name: 'a'.repeat(300_000) }))).statusCode,
    ).toBe(413)
    for (const payload of ['{', '[1]'])
      expect((await post('application/json', payload)).json()).toMatchObject({ code: 'invalid_input' })
  })

  test('hides what went wrong, and gives an id that is also in the log', async () => {
    const wrong = await testApp.broken()
    expect(wrong.statusCode).toBe(500)
    const { code, detail } = wrong.json<{ code: string; detail: string }>()
    expect(code).toBe('unexpected')
    expect(detail).not.toContain('secret')
    const errorId = /[0-9a-f-]{36}/.exec(detail)?.[0]
    expect(errorId).toBeDefined()
    expect(testApp.logged.join('')).toContain(errorId)
  })

  test('lets a browser read the name of a download', async () => {
    expect((await testApp.app.inject('/healthz')).headers['access-control-expose-headers']).toBe(
      'Content-Disposition',
    )
  })
})

describe('the web', () => {
  test('serves one page for each of its addresses, every time with a new nonce that the policy names', async () => {
    const pages = await Promise.all(
      ['/', '/dashboard', '/documents/1/report?from=class'].map((url) => testApp.app.inject(url)),
    )
    const nonces = pages.map((page) => /nonce="([^"]+)"/.exec(page.body)?.[1])
    expect(new Set(nonces).size).toBe(3)
    for (const [i, page] of pages.entries()) {
      expect(page.statusCode).toBe(200)
      const policy = String(page.headers['content-security-policy'])
      expect(policy).toContain(`'nonce-${nonces[i]}'`)
      expect(policy).not.toContain('unsafe')
    }
  })

  test('answers 404 with a not-found page for an address without a screen', async () => {
    for (const url of [
      '/no-such-page',
      '/documents/a/b/c',
      '/admin/nothing',
      '/no-such-page/?code=1&state=2',
      '/nosuch.txt',
      '/index.html',
      '/.built-from',
    ]) {
      const response = await testApp.app.inject(url)
      expect([url, response.statusCode]).toEqual([url, 404])
      expect(response.headers['content-type']).toContain('text/html')
      expect(response.headers['content-security-policy']).toContain('nonce-')
    }
    for (const url of [
      '/Dashboard',
      '/documents/',
      '/documents/d1/report',
      '/assess/essay.docx',
      '/classes/c1/students/s1?from=class',
    ])
      expect([url, (await testApp.app.inject(url)).statusCode]).toEqual([url, 200])
  })

  test('shows the page to a person who opens the address of a file that is not there', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const response = await testApp.app.inject({ url: '/assets/app-2.js', headers: { accept } })
    expect(response.statusCode).toBe(404)
    expect(response.headers['content-type']).toContain('text/html')
  })

  test('never answers a program with the page for a missing file or call', async () => {
    for (const url of [
      '/locales/xx/common.json',
      '/assets/app-2.js',
      '/api/v1/nothing',
      '/api/v1',
      '/oauth2/nothing',
    ]) {
      const response = await testApp.app.inject(url)
      expect([url, response.statusCode]).toEqual([url, 404])
      expect(response.headers['content-type']).toContain('application/json')
    }
    expect((await testApp.app.inject({ method: 'POST', url: '/dashboard' })).statusCode).toBe(404)
  })

  test('caches files with a hash in their name forever', async () => {
    const response = await testApp.app.inject('/assets/app-1.js')
    expect(response.body).toBe('let app')
    expect(response.headers['cache-control']).toContain('immutable')
  })
})
