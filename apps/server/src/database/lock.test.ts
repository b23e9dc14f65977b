import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock } from './lock.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'penmark-lock-'))
  file = path.join(folder, 'database.lock')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const program = `
const { register } = await import(process.argv[1]); register()
const { acquireLock } = await import(process.argv[2])
try { acquireLock(process.argv[3]); console.log('held') } catch (error) { console.log(error.message); process.exit() }
setInterval(() => undefined, 1000)
`

function holder() {
  const loader = import.meta.resolve('tsx/esm/api')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, loader, new URL('./lock.ts', import.meta.url).href, file])
  return { child, said: once(child.stdout, 'data').then(([data]) => String(data)) }
}

test('refuses a second holder in the same process until the first lets go', () => {
  const release = acquireLock(file)
  expect(() => acquireLock(file)).toThrow(/in use/)
  release()
  acquireLock(file)()
  expect(fs.readdirSync(folder)).toEqual([])
})

test('refuses while another process holds it and takes over when that one was killed', async () => {
  const { child, said } = holder()
  try {
    expect(await said).toContain('held')
    expect(() => acquireLock(file)).toThrow(new RegExp(`process ${child.pid}`))
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    acquireLock(file)()
  } finally {
    child.kill('SIGKILL')
  }
})

test('takes over from an earlier process whose number another program has now', () => {
  const earlier = { pid: process.ppid, process_started: '1', host: os.hostname(), since: '2026-01-01T00:00:00.000Z' }
  fs.writeFileSync(file, JSON.stringify(earlier))
  acquireLock(file)()
})

test('takes over a file that was cut short by a power failure', () => {
  fs.writeFileSync(file, '{"pid": 1')
  acquireLock(file)()
})
