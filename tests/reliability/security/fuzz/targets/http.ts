import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { createBinder } from '../../../../../apps/server/src/http/bind.ts'
import { createServer } from '../../../../../apps/server/src/http/server.ts'
import { serveWeb } from '../../../../../apps/server/src/http/web/web.ts'
import type { Storage } from '../../../../../apps/server/src/services/storage/storage.ts'
import { apiBase, routes } from '../../../../../packages/contract/src/index.ts'
import { assertRule, type Target } from '../target.ts'

const secret = 'what lies beside the web'
const site = {
  model: 'none',
  hasRecaptcha: false,
  origin: 'http://localhost',
  supportEmail: 'a@b.example',
  legalDate: '2025-01-01',
  copyrightYear: '2025',
  adPixelUrl: null,
}

/** A storage that keeps only the number of objects. */
function countingStorage() {
  const kept = new Set<string>()
  const storage: Storage = {
    async put(key, content) {
      const { length } = await buffer(content)
      kept.add(key)
      return { sizeBytes: length }
    },
    get: async () => null,
    localCopy: async () => null,
    sweepUnfinished: async () => undefined,
    now: async () => new Date(),
    readMark: async () => null,
    writeMark: async () => undefined,
    setAside: async (key) => void kept.delete(key),
    deleteSetAside: async () => 0,
    delete: async (key) => void kept.delete(key),
    async *list() {
      yield* kept
    },
  }
  return { storage, kept }
}

async function openServer() {
  const { storage, kept } = countingStorage()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-fuzz-'))
  const web = path.join(folder, 'web')
  await mkdir(path.join(web, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'secret.txt'), secret)
  await writeFile(path.join(web, '.built-from'), secret)
  await writeFile(path.join(web, 'index.html'), '<p nonce="__CSP_NONCE__">application</p>')
  await writeFile(path.join(web, 'assets', 'app.js'), 'let app')
  const app = await createServer({
    logger: pino({ level: 'silent' }),
    trustProxy: null,
    publicUrl: 'http://localhost:3000',
    waitingForDatabase: () => 0,
    version: '0',
    routes,
    assertReady: async () => undefined,
    readWarnings: async () => [],
    writeAccess: { assertMayWrite: () => undefined, readObstacles: async () => [] },
  })
  const caller = { teacher_id: '', subject: '', is_administrator: false } as never
  const { bind } = createBinder(
    app,
    async () => caller,
    storage,
    async () => undefined,
    async () => undefined,
    async () => undefined,
  )

  bind(routes.uploadBatch, async (_input, _caller, files) => {
    assertRule(
      files.every(({ filename }) => filename !== '' && !/[/\\\0\r\n]/.test(filename)),
      'A name holds no folder and no line',
    )
    for (const { key } of files) kept.delete(key)
    return {
      batch_id: 'b',
      total_files: files.length,
      status: 'QUEUED',
      document_ids: [],
      documents: [],
      skipped: [],
    }
  })
  bind(routes.createStudent, async () => {
    throw new Error('never sent on')
  })
  await serveWeb(app, { folder: web, connectTo: [], site })
  return { app, kept, close: () => app.close().then(() => rm(folder, { recursive: true, force: true })) }
}

/** What no response may be: an internal error, or something outside the expected set. */
function check(
  { statusCode, body, headers }: { statusCode: number; body: string; headers: Record<string, unknown> },
  asked: string,
): void {
  assertRule(
    statusCode < 500 || statusCode === 503,
    `Whatever is asked, nothing breaks: ${asked.slice(0, 60)}`,
  )
  assertRule(!body.includes(secret), 'Nothing outside the web is given')
  const cookies = [headers['set-cookie'] ?? []].flat()
  assertRule(
    cookies.every((cookie) => typeof cookie === 'string' && cookie.startsWith('penmark.locale=')),
    'No header is put in',
  )
}

const part = (name: string, filename: string, content: string) =>
  `--line\r\nContent-Disposition: form-data; name="${name}"${filename === '' ? '' : `; filename="${filename}"`}\r\n\r\n${content}\r\n`

/** Multipart forms as raw bytes. */
export async function multipart(): Promise<Target> {
  const { app, kept, close } = await openServer()
  return {
    name: 'multipart',
    seeds: [
      `${part('files', 'a.txt', 'An essay.')}--line--\r\n`,
      `${part('student_id', '', 'x')}${part('files', '../../b.pdf', '%PDF-1.4')}${part('files', 'c\\d.docx', 'PK')}--line--\r\n`,
      `${part('__proto__', '', 'x')}${part('constructor', '', 'y')}${part('class_group_id', '', '')}--line--\r\n`,
    ].map((text) => Buffer.from(text)),
    words: [
      '--line',
      '--line--',
      '\r\n\r\n',
      'Content-Disposition: form-data; ',
      'name="',
      'filename="',
      "filename*=UTF-8''%00",
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: base64',
    ],
    maxBytes: 6_000,
    // A name ends with its line, and a part without a name is ignored.
    withText: (text) =>
      Buffer.from(
        `${part('student_id', '', text)}${part('files', text.slice(0, 10_000).replaceAll(/[\r\n"]/g, ' '), text)}--line--\r\n`,
      ),
    async run(input) {
      const headers = { 'content-type': 'multipart/form-data; boundary=line' }
      check(
        await app.inject({ method: 'POST', url: `${apiBase}/documents/batch`, headers, payload: input }),
        'a form',
      )
      assertRule(kept.size === 0, 'A form that is refused leaves no file')
    },
    close,
  }
}

/** Sends requests over the network: inside the process, URLs would be normalised on the way. */
function createAsker(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = (address: string) =>
    new Promise<Parameters<typeof check>[0]>((resolve, reject) => {
      const sent = request({ agent, host: '127.0.0.1', port, path: address }, (response) => {
        const { statusCode = 0, headers } = response
        buffer(response).then((body) => resolve({ statusCode, headers, body: body.toString('utf8') }), reject)
      })
      sent.on('error', reject)
      sent.end()
    })
  return { get, close: () => agent.destroy() }
}

/** URLs, and JSON bodies as raw bytes. */
export async function requests(): Promise<Target> {
  const { app, close } = await openServer()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const asker = createAsker((app.server.address() as AddressInfo).port)
  const addresses = [
    '/',
    '/assets/app.js',
    '/assets/../index.html',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/documents?a[b]=c&a=d',
    `${apiBase}/classgroups/x?y=%`,
  ]
  const bodies = [
    '{"first_name":"A","last_name":"B","email":null}',
    '{"__proto__":{"a":1}}',
    `${'['.repeat(500)}${']'.repeat(500)}`,
    '{"a":1e999}',
  ]
  return {
    name: 'requests',
    seeds: [...addresses, ...bodies].map((text) => Buffer.from(text)),
    words: [
      '%2e%2e/',
      '%2f',
      '%5c',
      '%00',
      '\\',
      '//',
      '?',
      '#',
      '%',
      '%E0%A4',
      ';',
      '.built-from',
      '{"',
      '":',
      '[[[[',
      '}}',
      '\\ud800',
      'null',
    ],
    maxBytes: 2_000,
    withText: (text) => Buffer.from(JSON.stringify({ first_name: text, last_name: 'B', email: null })),
    async run(input) {
      const text = input.toString('latin1')
      if (!text.startsWith('/')) {
        const headers = { 'content-type': 'application/json' }
        const answer = await app.inject({
          method: 'POST',
          url: `${apiBase}/students`,
          headers,
          payload: input,
        })
        // The action throws: an input that reaches it contained a valid student.
        if (answer.statusCode !== 500) check(answer, 'a body')
        return
      }
      // A request line with other bytes ends the connection before it reaches us.
      check(await asker.get(text.replace(/[^\x21-\x7e]/g, '_')), text)
    },
    close: async () => {
      asker.close()
      await close()
    },
  }
}
