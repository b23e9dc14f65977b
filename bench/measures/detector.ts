import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'

const root = join(import.meta.dirname, '../..')
const textCount = 200
const processCount = 5

interface Told {
  loadMs: number
  detectMs: number[]
  rssBytes: number
  longReportBytes: number
}

/** The detector alone, bundled as in production, in separate processes. */
export async function measureDetector(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-bench-'))
  try {
    const child = join(folder, 'detector-child.mjs')
    const texts = join(folder, 'texts.json')
    await build({
      entryPoints: [join(import.meta.dirname, 'detector-child.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: child,
    })
    await writeFile(texts, JSON.stringify(Array.from({ length: textCount }, (_, i) => textOf(500, i))))
    const told: Told[] = []
    for (let i = 0; i < processCount; i += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [child, texts, join(root, 'models/standard.penmark')])
      told.push(JSON.parse(stdout) as Told)
    }
    const times = told.flatMap(({ detectMs }) => detectMs)
    return [
      { name: 'detect 500 words', value: median(times), unit: 'ms', n: times.length, target: 15, better: 'lower' },
      {
        name: 'load the model',
        value: median(told.map(({ loadMs }) => loadMs)),
        unit: 'ms',
        n: processCount,
        target: 300,
        better: 'lower',
      },
      {
        name: 'detector process, peak memory',
        value: median(told.map(({ rssBytes }) => rssBytes / 1e6)),
        unit: 'MB',
        n: processCount,
        target: 200,
        better: 'lower',
      },
      {
        name: 'report on a million characters, before compression',
        value: median(told.map(({ longReportBytes }) => longReportBytes / 1e3)),
        unit: 'kB',
        n: processCount,
        target: 4_000,
        better: 'lower',
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
