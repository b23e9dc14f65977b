import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { openProduct } from '../../tests/e2e/product/product.ts'
import { binariesFolder, fetchNode } from '../../tests/nodes/binaries.ts'
import { type Figure, median } from '../figure.ts'

/** Fetched for the bench alone: it is larger than the product, and needs a newer Node. */
const lighthouse = '13.5.0'
const node = '24.21.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const runsOfPerformance = 3
/** Chromium now and then loses the trace of a visit; the visit is then made again. */
const attempts = 3
const run = promisify(execFile)

interface Result {
  categories: Record<string, { score: number | null } | undefined>
  runtimeError?: { message: string }
}

/**
 * Lighthouse's scores of all public pages on its phone with a slow network: of each category the page with
 * the lowest.
 */
export async function measureLighthouse(
  chromium: string,
  announce: (what: string) => void,
): Promise<Figure[]> {
  const program = await fetchLighthouse()
  const binary = await fetchNode(node, binariesFolder())
  const product = await openProduct({ LOG_LEVEL: 'error' })
  const scores = new Map(categories.map((category) => [category, [] as number[]]))
  try {
    const paths = await publicPaths(product.origin)
    for (const path of paths) {
      const audit = (only: readonly string[]) =>
        auditPage(binary, program, chromium, { url: `${product.origin}${path}`, only })
      const first = await audit(categories)
      const again: Result[] = []
      while (again.length + 1 < runsOfPerformance) again.push(await audit(['performance']))
      for (const category of categories) {
        const results = category === 'performance' ? [first, ...again] : [first]
        const score = median(results.map((result) => scoreOf(result, category)))
        announce(`Lighthouse: ${path}, ${category}: ${score}`)
        scores.get(category)?.push(score)
      }
    }
  } finally {
    await product.remove()
  }
  return categories.map((category) => {
    const all = scores.get(category) ?? []
    const name = `Lighthouse, ${category.replace('-', ' ')}, the lowest of the public pages`
    return { name, value: Math.min(...all), unit: 'points', n: all.length, target: 97, better: 'higher' }
  })
}

/** The pages that the product names to search engines, in English. */
async function publicPaths(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  const paths = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => new URL(url).pathname)
  if (paths.length === 0) throw new Error('The sitemap names no page.')
  return [...new Set(paths)]
}

async function fetchLighthouse(): Promise<string> {
  const folder = join(dirname(binariesFolder()), 'lighthouse', lighthouse)
  const program = join(folder, 'node_modules/lighthouse/cli/index.js')
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  const flags = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  await run('npm', ['install', '--prefix', folder, ...flags, `lighthouse@${lighthouse}`], { cwd: folder })
  return program
}

async function auditPage(
  binary: string,
  program: string,
  chromium: string,
  { url, only }: { url: string; only: readonly string[] },
): Promise<Result> {
  const flags = [
    '--output=json',
    '--quiet',
    '--no-enable-error-reporting',
    `--only-categories=${only.join(',')}`,
  ]
  const browser = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  let reason = ''
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const options = { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 1 << 28 }
    try {
      const { stdout } = await run(binary, [program, url, ...flags, browser], options)
      const result = JSON.parse(stdout) as Result
      if (result.runtimeError === undefined) return result
      reason = result.runtimeError.message
    } catch (error) {
      // The error's own message repeats the whole report.
      reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    }
  }
  throw new Error(`Lighthouse could not judge ${url} in ${attempts} attempts: ${reason}`)
}

function scoreOf({ categories: found }: Result, category: string): number {
  const score = found[category]?.score
  if (typeof score !== 'number') throw new Error(`Lighthouse gave no score for ${category}.`)
  return Math.round(score * 100)
}
