import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readRegexes } from './regexes.ts'

/**
 * How long a match may take with the length of its input, as `recheck` judges it: `safe` and `linear` grow with it, `polynomial` and `exponential`
 * faster. `unknown` is what could not be told in time.
 */
export type Verdict = 'constant' | 'safe' | 'linear' | 'polynomial' | 'exponential' | 'unknown'

const place = fileURLToPath(new URL('regexes.json', import.meta.url))
const withinMs = 20_000

/** The verdicts that are written down. */
export function readVerdicts(): Record<string, Verdict> {
  return JSON.parse(readFileSync(place, 'utf8')) as Record<string, Verdict>
}

/** Judges a regular expression in this process, which takes from a millisecond to some seconds. */
async function judge(literal: string): Promise<Verdict> {
  // Without this the judge starts a program of its own, where one was installed.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const end = literal.lastIndexOf('/')
  const diagnostics = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: withinMs })
  return diagnostics.status === 'unknown' ? 'unknown' : diagnostics.complexity.type
}

/** `npm run regexes`: judges each regular expression of the product that was not judged before, or with `--all` each, and writes it down. */
export async function renewVerdicts(all: boolean): Promise<Record<string, Verdict>> {
  const known = all ? {} : readVerdicts()
  const verdicts: Record<string, Verdict> = {}
  for (const { literal } of readRegexes()) verdicts[literal] = known[literal] ?? (await judge(literal))
  const sorted = Object.entries(verdicts).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(place, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  return verdicts
}
