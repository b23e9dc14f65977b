import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
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
// As much memory as the product has, so that the system takes a while to tear the process down.
globalThis.memory = Buffer.alloc(400e6, 1)
const { register } = await import(process.argv[1]); register()
const { acquireLock } = await import(process.argv[2])
try { await acquireLock(process.argv[3]); console.log('held') } catch (error) { console.log(error.message); process.exit() }
setInterval(() => undefined, 1000)
`

function holder() {
  const loader = import.meta.resolve('tsx/esm/api')
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    loader,
    new URL('./lock.ts', import.meta.url).href,
    file,
  ])
  return { child, output: once(child.stdout, 'data').then(([data]) => String(data)) }
}

/** A holder whose parent never waits for its children, so that a killed one stays a zombie. */
function orphanedHolder() {
  const loader = import.meta.resolve('tsx/esm/api')
  const command = '"$0" "$@" & echo $!; exec sleep 600'
  const args = [
    '-c',
    command,
    process.execPath,
    '--input-type=module',
    '-e',
    program,
    loader,
    new URL('./lock.ts', import.meta.url).href,
    file,
  ]
  const parent = spawn('sh', args)
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]()
  return { parent, nextLine: async () => String((await lines.next()).value) }
}

test('refuses a second holder in the same process until the first releases it', async () => {
  const release = await acquireLock(file)
  await expect(acquireLock(file)).rejects.toThrow(/in use/)
  release()
  const secondRelease = await acquireLock(file)
  secondRelease()
  expect(fs.readdirSync(folder)).toEqual([])
})

test('refuses while another process holds it', async () => {
  const { child, output } = holder()
  try {
    expect(await output).toContain('held')
    await expect(acquireLock(file)).rejects.toThrow(new RegExp(`in use by process ${child.pid} `))
  } finally {
    child.kill('SIGKILL')
  }
})

test('takes over at once from a process that was just killed and is still exiting', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { child, output } = holder()
    expect(await output).toContain('held')
    child.kill('SIGKILL')
    const release = await acquireLock(file)
    release()
  }
})

test('takes over from a killed process that is still a zombie', async () => {
  const { parent, nextLine } = orphanedHolder()
  try {
    const pid = Number(await nextLine())
    expect(await nextLine()).toBe('held')
    process.kill(pid, 'SIGKILL')
    const release = await acquireLock(file)
    release()
  } finally {
    parent.kill('SIGKILL')
  }
})

test('takes over from an earlier process whose pid belongs to another program now', async () => {
  const earlier = {
    pid: process.ppid,
    process_started: '1',
    host: os.hostname(),
    since: '2026-01-01T00:00:00.000Z',
  }
  fs.writeFileSync(file, JSON.stringify(earlier))
  const release = await acquireLock(file)
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
  release()
})

test('takes over a lock file truncated by a power failure', async () => {
  fs.writeFileSync(file, '{"pid": 1')
  const release = await acquireLock(file)
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
  release()
})
