import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pdfBomb, zipBomb } from '../../fixtures/hostile.ts'
import { fixturePath } from '../../fixtures/manifest.ts'
import { drawnPdf } from '../../fixtures/pdf-writer.ts'
import { essay } from '../../fixtures/prose.ts'
import { bundleChild } from '../testing/bundle-child.ts'
import { isRunning } from '../testing/left-behind.ts'
import { createExtractor, type Extractor, type ExtractorOptions } from './extractor.ts'

const essayPdf = fileURLToPath(fixturePath('office-essay.pdf'))
let folder: string
let bundledChild: string
let extractor: Extractor

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extractor-'))
  bundledChild = await bundleChild(folder)
})
afterEach(() => extractor.close())
afterAll(() => rm(folder, { recursive: true }))

function open(options: ExtractorOptions = {}): Extractor {
  extractor = createExtractor({ keepOneReady: false, ...options })
  return extractor
}

async function put(name: string, content: Buffer | string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** A child process scripted by the test. */
function childThat(name: string, does: string): Promise<string> {
  return put(`${name}.mjs`, `process.send('ready'); process.once('message', async () => { ${does} })`)
}

/** Resolves once a child has written a file. Its clock runs on while `setTimeout` is not real. */
function written(path: string): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (!existsSync(path)) return
      clearInterval(look)
      resolve()
    }, 5)
  })
}

describe('extraction in a child process', () => {
  test('reads each file in its own child', async () => {
    const { extract } = open({ keepOneReady: true })
    expect((await extract(essayPdf)).paragraphs[0]).toBe(essay.title)
    expect((await extract(fileURLToPath(fixturePath('office-essay.doc')))).fileType).toBe('doc')
  })

  test('reads a file in a Japanese font that it only names, bundled too', async () => {
    const file = await put('named-font.pdf', drawnPdf('BT /F2 10 Tf 1 0 0 1 72 770 Tm <93fa967b8cea> Tj ET'))
    for (const options of [{}, { childEntry: bundledChild }]) {
      expect((await open(options).extract(file)).text).toBe('日本語')
      await extractor.close()
    }
  })

  test('passes on what is wrong with a file', async () => {
    const path = await put('cut.pdf', '%PDF-1.7\n')
    await expect(open({ childEntry: bundledChild }).extract(path)).rejects.toMatchObject({
      name: 'ExtractionError',
      failure: 'damaged',
      code: 'file_damaged',
    })
  })

  test('refuses a file of 30 MB without reading it', async () => {
    const path = await put('long.txt', Buffer.alloc(30 * 1024 * 1024, 'word '))
    await expect(open({ childEntry: bundledChild }).extract(path)).rejects.toMatchObject({
      failure: 'too-large',
    })
  })

  test('refuses a zip bomb', async () => {
    await expect(
      open({ childEntry: bundledChild }).extract(await put('bomb.docx', zipBomb())),
    ).rejects.toMatchObject({
      failure: 'too-large',
    })
  })

  test('stops reading a file that needs too much memory, without using memory of the parent', async () => {
    const path = await put('bomb.pdf', pdfBomb(100))
    const { extract } = open({ childEntry: bundledChild, memoryMb: 150 })
    const before = process.memoryUsage().rss
    await expect(extract(path)).rejects.toMatchObject({ failure: 'too-much-memory' })
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
    expect((await extract(essayPdf)).paragraphs).toHaveLength(20)
  })

  test('ends a PDF that unpacks to 200 MB of text with a clear reason, in the memory it is given', async () => {
    const bomb = pdfBomb(200, 'BT /F1 9 Tf 1 0 0 1 50 50 Tm (word) Tj ET\n')
    const path = await put('large-stream.pdf', bomb)
    await expect(open({ childEntry: bundledChild }).extract(path)).rejects.toMatchObject({
      failure: expect.stringMatching(/^too-(much-memory|slow|large)$/),
    })
  })

  test('stops reading a file that takes too long', async () => {
    const forever = await childThat('forever', 'while (true) {}')
    await expect(open({ childEntry: forever, timeoutMs: 300 }).extract(essayPdf)).rejects.toMatchObject({
      failure: 'too-slow',
    })
  })

  test.skipIf(process.platform !== 'linux')(
    'lowers the priority of a slow file, and then extends its time limit once',
    async () => {
      vi.useFakeTimers({ toFake: ['setTimeout'] })
      try {
        const lowered = join(folder, 'lowered')
        const slow = await childThat(
          'slow',
          `const { getPriority } = await import('node:os')
         const expected = Math.min(19, getPriority() + 10)
         while (getPriority() !== expected);
         (await import('node:fs')).writeFileSync(${JSON.stringify(lowered)}, '')
         setInterval(() => {}, 1_000)`,
        )
        let outcome: unknown = null
        const reading = open({ childEntry: slow, timeoutMs: 1_000_000, givesWayAfterMs: 50 })
          .extract(essayPdf)
          .catch((error: unknown) => {
            outcome = error
          })
        await written(lowered)
        vi.advanceTimersByTime(1_000_000)
        await setImmediate()
        expect(outcome).toBeNull()
        // Beyond the second limit it gets the time in which it waited for the processor.
        while (outcome === null) {
          vi.advanceTimersByTime(1_000_000)
          await setImmediate()
        }
        await reading
        expect(outcome).toMatchObject({ failure: 'too-slow' })
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test.skipIf(spawnSync('chrt', ['-p', '0']).error !== undefined)(
    'runs a slow file only when the processor is idle, and the next files of its owner from the start',
    async () => {
      const policies = join(folder, 'policies')
      const child = await put(
        'busy.mjs',
        `const { appendFileSync, readFileSync } = await import('node:fs')
         // proc(5): the 41st field is the scheduling policy, and 5 is SCHED_IDLE.
         const policy = () => readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ')[38]
         process.once('message', ({ path }) => {
           while (path === 'slow.txt' && policy() !== '5');
           const startedAt = Date.now()
           setInterval(() => {
             const isKnown = policy() === '5' || (path === 'other.txt' && Date.now() - startedAt > 300)
             if (isKnown) appendFileSync(${JSON.stringify(policies)}, path + ' ' + policy() + ' ')
           }, 20)
         })
         process.send('ready')`,
      )
      const { extract } = open({ childEntry: child, givesWayAfterMs: 50 })
      const policyOf = async (path: string, owner: string) => {
        const stopping = new AbortController()
        const reading = expect(extract(path, { owner, signal: stopping.signal })).rejects.toThrow('Seen.')
        const seen = () =>
          new RegExp(`${path} (\\d) `).exec(existsSync(policies) ? readFileSync(policies, 'utf8') : '')?.[1]
        const policy = await vi.waitFor(() => expect(seen()).toBeDefined(), { timeout: 30_000 }).then(seen)
        stopping.abort(new Error('Seen.'))
        await reading
        return policy
      }
      expect(await policyOf('slow.txt', 'anna')).toBe('5')
      expect(await policyOf('next.txt', 'anna')).toBe('5')
      expect(await policyOf('other.txt', 'ben')).toBe('0')
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'reads a file again at a low priority if the processor is never idle',
    async () => {
      const notes = join(folder, 'notes')
      const child = await childThat(
        'starving',
        `const { appendFileSync, readFileSync } = await import('node:fs')
       const { getPriority } = await import('node:os')
       appendFileSync(${JSON.stringify(notes)}, 'started ')
       while (readFileSync(${JSON.stringify(notes)}, 'utf8') === 'started ' || getPriority() !== ${Math.min(19, getPriority() + 10)});
       appendFileSync(${JSON.stringify(notes)}, 'policy ' + readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ')[38])
       process.exit(3)`,
      )
      const { extract } = open({ childEntry: child, givesWayAfterMs: 50, starvesAfterMs: -1 })
      await expect(extract(essayPdf)).rejects.toThrow('the process ended with 3')
      expect(readFileSync(notes, 'utf8')).toBe('started started policy 0')
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'stops reading a file that used up its processor time, before its time limit',
    async () => {
      const forever = await childThat('forever', 'while (true) {}')
      const { extract } = open({ childEntry: forever, timeoutMs: 1_000_000, processorMs: 500 })
      await expect(extract(essayPdf)).rejects.toMatchObject({ failure: 'too-slow' })
    },
  )

  test('gives no extra time to a file that uses no processor time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const begun = join(folder, 'begun')
      const hanging = await childThat(
        'hanging',
        `(await import('node:fs')).writeFileSync(${JSON.stringify(begun)}, ''); setInterval(() => {}, 1_000)`,
      )
      const reading = expect(
        open({ childEntry: hanging, timeoutMs: 1_000_000 }).extract(essayPdf),
      ).rejects.toMatchObject({
        failure: 'too-slow',
      })
      await written(begun)
      vi.advanceTimersByTime(1_000_000)
      await reading
    } finally {
      vi.useRealTimers()
    }
  })

  test.skipIf(process.platform === 'win32')(
    'leaves no child running after its parent was killed',
    async () => {
      const pidFile = join(folder, 'orphan.pid')
      const forever = await childThat(
        'orphan',
        `(await import('node:fs')).writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); while (true) {}`,
      )
      const parent = spawn(process.execPath, [
        '--import',
        'tsx',
        '--input-type=module',
        '--eval',
        `import { createExtractor } from ${JSON.stringify(new URL('./extractor.ts', import.meta.url).href)}
       await createExtractor({ childEntry: ${JSON.stringify(forever)}, timeoutMs: 1_000 * 60 * 60, cpuSeconds: 1 }).extract(${JSON.stringify(essayPdf)})`,
      ])
      await vi.waitFor(() => expect(existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toBeTruthy(), {
        timeout: 60_000,
      })
      const child = Number(readFileSync(pidFile, 'utf8'))
      parent.kill('SIGKILL')
      await vi.waitFor(() => expect(isRunning(child)).toBe(false), { timeout: 60_000 })
    },
    60_000,
  )

  test('notices memory that grows outside the heap', async () => {
    const greedy = await childThat(
      'greedy',
      'const held = []; setInterval(() => held.push(Buffer.alloc(20e6, 1)), 5)',
    )
    await expect(open({ childEntry: greedy, memoryMb: 150 }).extract(essayPdf)).rejects.toMatchObject({
      failure: 'too-much-memory',
    })
  })

  test('notices a full heap', async () => {
    const full = await childThat('full', 'const held = []; while (true) held.push({ held })')
    await expect(open({ childEntry: full, memoryMb: 60 }).extract(essayPdf)).rejects.toMatchObject({
      failure: 'too-much-memory',
    })
  })

  test.each([
    ['ends without an answer', 'process.exit(3)', 'the process ended with 3'],
    ['is killed', "process.kill(process.pid, 'SIGSEGV')", 'the process ended with SIGSEGV'],
    ['meets an error of the system', "process.send({ unexpected: 'Error EMFILE' })", 'Error EMFILE'],
  ])('does not call a file damaged when its child %s', async (name, does, says) => {
    const dying = await childThat(name.replaceAll(' ', '-'), does)
    const reading = open({ childEntry: dying }).extract(essayPdf)
    await expect(reading).rejects.toMatchObject({
      name: 'UnexpectedReadError',
      message: expect.stringContaining(says),
    })
  })

  test('does not call a file damaged if it cannot be opened', async () => {
    await expect(open({ childEntry: bundledChild }).extract(join(folder, 'gone.txt'))).rejects.toMatchObject({
      name: 'UnexpectedReadError',
      message: /ENOENT/,
    })
  })

  test('receives the whole answer of a child that exits before it was read', async () => {
    const long = await childThat(
      'long',
      "process.send({ extraction: { text: 'x'.repeat(5e6) } }, () => process.exit(0))",
    )
    const { extract } = open({ childEntry: long })
    for (let nth = 0; nth < 5; nth++) expect((await extract(essayPdf)).text).toHaveLength(5e6)
  })

  test('treats a child that cannot start as an internal error, not a fault of the file', async () => {
    const broken = await put('broken.mjs', 'throw new Error("no")')
    await expect(open({ childEntry: broken }).extract(essayPdf)).rejects.toThrow('could not start')
  })

  test('starts children from source if the snapshot cannot be used', async () => {
    const { extract } = open({
      snapshot: await put('other.snapshot', 'of another engine'),
      keepOneReady: true,
    })
    const readings = [essayPdf, fileURLToPath(fixturePath('office-essay.doc')), essayPdf].map((path) =>
      extract(path),
    )
    expect((await Promise.all(readings)).map(({ fileType }) => fileType)).toEqual(['pdf', 'doc', 'pdf'])
  })

  test('passes no environment variables to the child', async () => {
    process.env.PENMARK_TEST_SECRET = 'secret'
    const telling = await childThat(
      'telling',
      'process.send({ extraction: { text: JSON.stringify(process.env) } })',
    )
    const { text } = await open({ childEntry: telling }).extract(essayPdf)
    delete process.env.PENMARK_TEST_SECRET
    expect(text).not.toContain('secret')
    expect(text).not.toContain('PATH')
  })

  test("stops the child when the caller aborts, with the caller's reason", async () => {
    const forever = await childThat('forever', 'setInterval(() => {}, 1000)')
    const stop = new AbortController()
    const { extract } = open({ childEntry: forever })
    const reading = [
      extract(essayPdf, { signal: stop.signal }),
      extract(essayPdf, { signal: stop.signal }),
    ].map((one) => expect(one).rejects.toThrow('given up'))
    stop.abort(new Error('given up'))
    await Promise.all(reading)
  })

  test('stops a busy child when the caller aborts', async () => {
    const marker = join(folder, 'at-work')
    const busy = await childThat(
      'busy',
      `(await import('node:fs')).writeFileSync(${JSON.stringify(marker)}, String(process.pid)); while (true) {}`,
    )
    const stop = new AbortController()
    const reading = open({ childEntry: busy })
      .extract(essayPdf, { signal: stop.signal })
      .catch((error: unknown) => error)
    await vi.waitUntil(() => existsSync(marker), { timeout: 60_000 })
    stop.abort(new Error('given up'))
    expect(await reading).toBe(stop.signal.reason)
    const pid = Number(readFileSync(marker, 'utf8'))
    await vi.waitUntil(() => !isRunning(pid), { timeout: 60_000 })
  })

  test('stops everything when it is closed', async () => {
    const forever = await childThat('forever', 'setInterval(() => {}, 1000)')
    const { extract, close } = open({ childEntry: forever })
    const reading = extract(essayPdf).catch((error: unknown) => error)
    await close()
    expect(String(await reading)).toContain('closed')
    await expect(extract(essayPdf)).rejects.toThrow('closed')
  })

  test('also runs bundled', async () => {
    const { extract } = open({ childEntry: bundledChild })
    expect((await extract(essayPdf)).paragraphs).toHaveLength(20)
    expect((await extract(fileURLToPath(fixturePath('office-essay.docx')))).paragraphs).toHaveLength(20)
  })
})
