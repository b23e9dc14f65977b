import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readRegexes } from './regexes.ts'

/**
 * How the time of a match grows with its input, according to `recheck`: `safe` and `linear` grow with its length, `polynomial` and
 * `exponential` faster. `unknown` means that the check timed out.
 */
export type Verdict = 'constant' | 'safe' | 'linear' | 'polynomial' | 'exponential' | 'unknown'

const place = fileURLToPath(new URL('regexes.json', import.meta.url))
const withinMs = 20_000

/** The stored verdicts. */
export function readVerdicts(): Record<string, Verdict> {
  return JSON.parse(readFileSync(place, 'utf8')) as Record<string, Verdict>
}

/** Checks one regular expression in this process, in a millisecond to some seconds. */
async function judge(literal: string): Promise<Verdict> {
  // Without this, recheck would start its own binary where installed.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const end = literal.lastIndexOf('/')
  const diagnostics = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: withinMs })
  return diagnostics.status === 'unknown' ? 'unknown' : diagnostics.complexity.type
}

/** Checks the product's regular expressions that have no verdict yet, or all of them, and stores the verdicts. */
export async function renewVerdicts(all: boolean): Promise<Record<string, Verdict>> {
  const known = all ? {} : readVerdicts()
  const verdicts: Record<string, Verdict> = {}
  for (const { literal } of readRegexes()) verdicts[literal] = known[literal] ?? (await judge(literal))
  const sorted = Object.entries(verdicts).sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(place, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  return verdicts
}
