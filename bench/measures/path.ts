import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { openProduct } from '../../tests/e2e/product/product.ts'
import { registerTeacher } from '../../tests/e2e/steps/account.ts'
import { callerOf, waitUntilCompleted } from '../../tests/e2e/steps/calls.ts'
import type { Figure } from '../figure.ts'

const root = join(import.meta.dirname, '../..')
const essay = join(root, 'packages/extract/fixtures/files/office-essay.docx')
const preloaded = pathToFileURL(join(import.meta.dirname, 'coverage-on-signal.mjs')).href

interface Coverage {
  result: {
    url: string
    functions: { ranges: { startOffset: number; count: number }[] }[]
  }[]
}

/** The repository's source files whose functions ran, by the source maps of the bundle. */
async function sourcesOf({ result }: Coverage): Promise<string[]> {
  const sources = new Set<string>()
  for (const { url, functions } of result) {
    if (!url.startsWith('file:') || !url.includes('/apps/server/dist/')) continue
    const file = fileURLToPath(url)
    const code = await readFile(file, 'utf8')
    const map = new SourceMap(JSON.parse(await readFile(`${file}.map`, 'utf8')) as SourceMapPayload)
    for (const { ranges } of functions) {
      const [whole] = ranges
      // The first function of a module is its own body, which runs when it is loaded.
      if (whole === undefined || whole.count === 0 || whole.startOffset === 0) continue
      const before = code.slice(0, whole.startOffset)
      const line = before.split('\n').length - 1
      const column = before.length - (before.lastIndexOf('\n') + 1)
      const entry = map.findEntry(line, column)
      if (!('originalSource' in entry)) continue
      const source = relative(root, join(dirname(file), entry.originalSource))
      if (/^(?:apps|packages)\/[^/]+\/src\//.test(source)) sources.add(source)
    }
  }
  return [...sources].sort()
}

const foldersOf = (sources: readonly string[]) => new Set(sources.map((source) => dirname(source))).size

/**
 * How many source files, of how many folders, the server's process runs for a Word file from the call that
 * uploads it until its report is read. A second file is measured, since the first one loads what is loaded
 * once. The files are printed with the figures.
 */
export async function measurePath(browser: Browser): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-path-'))
  const file = join(folder, 'coverage.json')
  const product = await openProduct({
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import ${preloaded}`,
    PENMARK_COVERAGE: file,
  })
  const takeCoverage = async (): Promise<string[]> => {
    await rm(file, { force: true })
    process.kill(product.pid(), 'SIGUSR2')
    for (;;) {
      const written = await readFile(file, 'utf8').catch(() => '')
      // Written in one piece, but read at any moment.
      if (written.endsWith('}')) return sourcesOf(JSON.parse(written) as Coverage)
      await wait(50)
    }
  }
  try {
    const page = await browser.newPage({ locale: 'en-GB' })
    await registerTeacher(page, product.origin)
    const caller = await callerOf(page, product.origin)
    // The open page asks for news, which is not part of an upload.
    await page.goto('about:blank')
    const upload = async () => {
      const form = new FormData()
      form.append('file', new Blob([await readFile(essay)]), 'essay.docx')
      const { id } = (await (await caller.send('/documents/upload', form)).json()) as { id: string }
      await waitUntilCompleted(caller, id)
      return id
    }
    const report = (id: string) => caller.get(`/results/document/${id}`)
    await report(await upload())
    await takeCoverage()
    const id = await upload()
    const uploaded = await takeCoverage()
    await report(id)
    const reported = await takeCoverage()
    const all = [...new Set([...uploaded, ...reported])].sort()
    process.stdout.write(`${all.join('\n')}\n`)
    const figure = (name: string, value: number, target: number): Figure => {
      return { name, value, unit: 'files', n: 1, target, better: 'lower' }
    }
    return [
      figure('source files that one upload runs until its report is read', all.length, 75),
      figure('folders of these files', foldersOf(all), 18),
      figure('source files that the call for a report runs', reported.length, 25),
    ]
  } finally {
    await product.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
