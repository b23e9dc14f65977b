import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { compareTexts } from '../../packages/detector/src/overlap/compare-texts.ts'
import { type Figure, median } from '../figure.ts'
import { textOf } from '../texts.ts'

const root = join(import.meta.dirname, '../..')
const cli = join(root, 'packages/cli/bin/penmark.mjs')
const textCount = 60
const processCount = 2
const scoredDocuments = 200
const comparisons = 5
const passageWords = 100

/** What one process of detector-child.ts prints. */
interface ProcessFigures {
  loadMs: number
  detectMs: number[]
  /** Without the encoder. */
  wordsAloneMs: number[]
  rssBytes: number
  longReportBytes: number
}

/** The detector alone, bundled as in production, in separate processes. */
export async function measureDetector(): Promise<Figure[]> {
  // Where the bundle finds the runtime of an encoder.
  const folder = await mkdtemp(join(root, 'node_modules/.penmark-bench-'))
  try {
    const child = join(folder, 'detector-child.mjs')
    const texts = join(folder, 'texts.json')
    await build({
      entryPoints: [join(import.meta.dirname, 'detector-child.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: child,
      external: ['onnxruntime-node', 'onnxruntime-web'],
    })
    await writeFile(texts, JSON.stringify(Array.from({ length: textCount }, (_, i) => textOf(500, i))))
    const runs: ProcessFigures[] = []
    for (let i = 0; i < processCount; i += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [
        child,
        texts,
        join(root, 'models/standard.penmark'),
      ])
      runs.push(JSON.parse(stdout) as ProcessFigures)
    }
    const times = runs.flatMap(({ detectMs }) => detectMs)
    const wordsAlone = runs.flatMap(({ wordsAloneMs }) => wordsAloneMs)
    return [
      {
        name: 'detect 500 words',
        value: median(times),
        unit: 'ms',
        n: times.length,
        target: 150,
        better: 'lower',
      },
      {
        name: 'detect 500 words, words alone',
        value: median(wordsAlone),
        unit: 'ms',
        n: wordsAlone.length,
        target: 15,
        better: 'lower',
      },
      {
        name: 'load the model',
        value: median(runs.map(({ loadMs }) => loadMs)),
        unit: 'ms',
        n: processCount,
        target: 300,
        better: 'lower',
      },
      {
        name: 'detector process, peak memory',
        value: median(runs.map(({ rssBytes }) => rssBytes / 1e6)),
        unit: 'MB',
        n: processCount,
        target: 310,
        better: 'lower',
      },
      {
        name: 'report on a million characters, before compression',
        value: median(runs.map(({ longReportBytes }) => longReportBytes / 1e3)),
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

/** `penmark score` with one thread, including start-up. */
export async function measureCommandLine(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-bench-'))
  try {
    const [input, output] = [join(folder, 'in.jsonl'), join(folder, 'out.jsonl')]
    await writeFile(
      input,
      Array.from(
        { length: scoredDocuments },
        (_, id) => `${JSON.stringify({ id, text: textOf(500, id) })}\n`,
      ).join(''),
    )
    const started = performance.now()
    await promisify(execFile)(process.execPath, [
      cli,
      'score',
      '--jsonl',
      input,
      '--out',
      output,
      '--workers',
      '1',
    ])
    const value = scoredDocuments / ((performance.now() - started) / 1_000)
    return [
      {
        name: 'penmark score, 500 words, one thread',
        value,
        unit: 'documents/s',
        n: scoredDocuments,
        target: 6,
        better: 'higher',
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A text of shuffled words of the essay. Every fifth text contains a passage of the previous one. */
function classText(words: number, nth: number): string {
  const pool = textOf(words, nth).split(' ')
  let state = nth + 1
  const shuffled = pool.map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return pool[state % pool.length] as string
  })
  if (nth % 5 === 4)
    shuffled.splice(
      300,
      passageWords,
      ...classText(words, nth - 1)
        .split(' ')
        .slice(50, 50 + passageWords),
    )
  return shuffled.join(' ')
}

/** The comparison of a class, in processor time of one core. */
export function measureOverlap(): Figure[] {
  const measure = (texts: number): number => {
    const all = Array.from({ length: texts }, (_, nth) => classText(800, nth))
    const before = process.cpuUsage()
    for (const _ of compareTexts(all));
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  }
  const times = (texts: number) => Array.from({ length: comparisons }, () => measure(texts))
  return [
    {
      name: 'compare 300 texts of 800 words, processor time',
      value: median(times(300)),
      unit: 's',
      n: comparisons,
      target: 5,
      better: 'lower',
    },
    {
      name: 'compare 3,000 texts of 800 words, processor time',
      value: median(times(3_000)),
      unit: 's',
      n: comparisons,
      target: 50,
      better: 'lower',
    },
  ]
}
