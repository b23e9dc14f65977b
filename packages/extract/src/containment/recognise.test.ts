import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { fixturePath } from '../../fixtures/manifest.ts'
import { imagePdf } from '../../fixtures/pdf-writer.ts'
import { pictureBombs } from '../../fixtures/picture-bombs.ts'
import { bundleChild } from '../testing/bundle-child.ts'
import { createExtractor, type Extractor, type ExtractorOptions } from './extractor.ts'

const scan = fileURLToPath(fixturePath('scan-english.pdf'))
let folder: string
let bundledChild: string
let extractor: Extractor

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recognise-'))
  bundledChild = await bundleChild(folder)
})
afterEach(() => extractor.close())
afterAll(() => rm(folder, { recursive: true }))

function open(options: ExtractorOptions = {}): Extractor {
  extractor = createExtractor({ keepOneReady: false, ...options })
  return extractor
}

/** A child process scripted by the test, which can begin pages. */
async function childThat(does: string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.mjs`)
  await writeFile(
    path,
    `const begin = (page) => process.send({ page, pages: 2 })
     const { existsSync, writeFileSync } = await import('node:fs')
     process.send('ready')
     process.once('message', async () => { ${does} })`,
  )
  return path
}

const tooPoor = { name: 'ExtractionError', code: 'scan_too_slow' }

describe('text recognition in a child process', () => {
  test('gives each page the full time limit, and stops at a page that exceeds it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const nextPage = join(folder, 'next-page')
      const childEntry = await childThat(
        `begin(1)
         const turn = setInterval(() => {
           if (!existsSync(${JSON.stringify(nextPage)})) return
           clearInterval(turn)
           begin(2)
           setInterval(() => {}, 1_000)
         }, 5)`,
      )
      const pages = new EventEmitter()
      const begun = [once(pages, '1'), once(pages, '2')]
      let outcome: unknown = null
      const reading = open({ childEntry, recognition: { timeoutMs: 1_000_000 } })
        .recognise(scan, { onPage: ({ page }) => pages.emit(String(page)) })
        .catch((error: unknown) => {
          outcome = error
        })
      await begun[0]
      vi.advanceTimersByTime(900_000)
      await writeFile(nextPage, '')
      await begun[1]
      vi.advanceTimersByTime(900_000)
      await setImmediate()
      expect(outcome).toBeNull()
      // The second million is for a child that had to wait for the processor.
      vi.advanceTimersByTime(2_000_000)
      await reading
      expect(outcome).toMatchObject(tooPoor)
    } finally {
      vi.useRealTimers()
    }
  })

  test.skipIf(process.platform !== 'linux')('stops at a page that used up its processor time', async () => {
    const childEntry = await childThat('begin(1); while (true) {}')
    const { recognise } = open({ childEntry, recognition: { timeoutMs: 1_000_000, processorMs: 300 } })
    await expect(recognise(scan)).rejects.toMatchObject(tooPoor)
  })

  test('stops if it needs too much memory', async () => {
    const childEntry = await childThat(
      'begin(1); const held = []; setInterval(() => held.push(Buffer.alloc(20e6, 1)), 5)',
    )
    const { recognise } = open({ childEntry, recognition: { memoryMb: 150 } })
    await expect(recognise(scan)).rejects.toMatchObject({
      name: 'ExtractionError',
      failure: 'too-much-memory',
    })
  })

  test.each(Object.entries(pictureBombs))('survives %s', async (_, picture) => {
    const path = join(folder, `${crypto.randomUUID()}.pdf`)
    await writeFile(path, imagePdf([picture]))
    // Unpacking JBIG2 takes minutes, which is what the limit of processor time is for.
    const { recognise } = open({ childEntry: bundledChild, recognition: { processorMs: 3_000 } })
    await expect(recognise(path)).rejects.toMatchObject({
      name: 'ExtractionError',
      failure: expect.stringMatching(/^(?:unreadable-scan|too-much-memory)$/),
    })
  })
})
