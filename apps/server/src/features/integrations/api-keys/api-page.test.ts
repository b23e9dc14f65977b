import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  type ApiKey,
  apiKeyLimits,
  type Document,
  type MadeApiKey,
  type Route,
  routes,
} from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

const run = promisify(execFile)
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

let testApp: TestApp
let ana: TestTeacher
let folder: string
let page: string
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-api-page-'))
  page = await readFile(path.join(import.meta.dirname, '../../../../../../docs/api.md'), 'utf8')
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!hasCurl)('every example in docs/api.md does what the page says', async () => {
  const [upload, paste, repeat, look, read, print, compare, earlier, ...more] = [
    ...page.matchAll(/```sh\n(.*?)\n```/gs),
  ].map(([, line = '']) => line)
  expect(more).toEqual([])
  const scopes = ['documents:write', 'documents:read', 'reports:read']
  const { key } = (await ana.call('POST', '/integrations/api-keys', { name: 'Page', scopes }))
    .body as MadeApiKey
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    PENMARK_URL: await testApp.app.listen({ port: 0, host: '127.0.0.1' }),
    PENMARK_KEY: key,
  }
  const sh = async (line = '') => (await run('sh', ['-ec', line], { cwd: folder, env: environment })).stdout
  await writeFile(path.join(folder, 'essay.txt'), prose(120))

  const document = JSON.parse(await sh(upload)) as Document
  expect(document).toMatchObject({ original_filename: 'essay.txt', status: 'QUEUED' })
  expect(JSON.parse(await sh(paste))).toMatchObject({ status: 'QUEUED' })
  const answers = [await sh(repeat), await sh(repeat)].map((answer) => JSON.parse(answer) as Document)
  expect(answers[0]?.id).not.toBe(document.id)
  expect(answers[1]).toEqual(answers[0])
  environment.DOCUMENT_ID = document.id
  await ana.finished(document.id)
  expect(JSON.parse(await sh(look))).toMatchObject({ id: document.id, status: 'COMPLETED' })
  expect(JSON.parse(await sh(read))).toMatchObject({ document_id: document.id })
  await sh(print)
  expect(JSON.parse(await sh(compare))).toHaveProperty('stated_p_value')
  expect(JSON.parse(await sh(earlier))).toMatchObject({ outcome: 'no-student' })
  expect((await readFile(path.join(folder, 'report.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
  const [kept] = (await ana.call('GET', '/integrations/api-keys')).body as ApiKey[]
  expect(kept?.last_used_at).not.toBeNull()
})

test('docs/api.md names every call that a key opens, under its scope, and the rate', () => {
  for (const { method, path: address, scope } of Object.values<Route>(routes)) {
    if (scope === undefined) continue
    const row = page.split('\n').find((line) => line.startsWith(`| \`${scope}\``))
    expect(row).toContain(`\`${method} ${address.replaceAll(/:(\w+)/g, '{$1}')}\``)
  }
  expect(page).toContain(`${apiKeyLimits.callsPerMinute} times in a minute`)
})
