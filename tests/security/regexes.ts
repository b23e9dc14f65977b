import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A regular expression literal and the first file that contains it. */
export interface FoundRegex {
  literal: string
  file: string
}

/** Regular expression literals of a source text. */
export function regexesIn(source: string, file = 'some.tsx'): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(
    ts.createSourceFile(
      file,
      source,
      ts.ScriptTarget.Latest,
      true,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  )
  return found
}

const root = path.join(import.meta.dirname, '../..')
/** Only shipped code: tests and the lab read no untrusted input. */
const sourceFolders = [
  'apps/server/src',
  'apps/web/src',
  'packages/contract/src',
  'packages/wording/src',
  'packages/detector/src',
  'packages/extract/src',
  'packages/writing/src',
  'packages/cli/src',
]

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return ['testing', 'test', 'security'].includes(entry.name) ? [] : sourcesIn(place)
    return /\.(tsx?|mjs)$/.test(entry.name) && !/\.(test|suite)\.|\/test-/.test(place) ? [place] : []
  })
}

/** All regular expressions of the product, without duplicates. */
export function readRegexes(): FoundRegex[] {
  const seen = new Map<string, string>()
  for (const file of sourceFolders.flatMap(sourcesIn))
    for (const literal of regexesIn(readFileSync(path.join(root, file), 'utf8'), file))
      if (!seen.has(literal)) seen.set(literal, file)
  return [...seen].map(([literal, file]) => ({ literal, file }))
}

/**
 * How the time of a match grows with its input, according to `recheck`: `safe` and `linear` grow with its
 * length, `polynomial` and `exponential` faster. `unknown` means that the check timed out.
 */
export type Verdict = 'constant' | 'safe' | 'linear' | 'polynomial' | 'exponential' | 'unknown'

const verdictsFile = path.join(import.meta.dirname, 'regexes.json')
const timeoutMs = 20_000

/** The stored verdicts. */
export function readVerdicts(): Record<string, Verdict> {
  return JSON.parse(readFileSync(verdictsFile, 'utf8')) as Record<string, Verdict>
}

/** Checks one regular expression in this process, in a millisecond to some seconds. */
async function checkRegex(literal: string): Promise<Verdict> {
  // Otherwise recheck would start its own binary if that is installed.
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await import('recheck')
  const end = literal.lastIndexOf('/')
  const diagnostics = checkSync(literal.slice(1, end), literal.slice(end + 1), { timeout: timeoutMs })
  return diagnostics.status === 'unknown' ? 'unknown' : diagnostics.complexity.type
}

/**
 * Checks the product's regular expressions that have no verdict yet, or all of them, and stores the verdicts.
 */
export async function updateVerdicts(all: boolean): Promise<Record<string, Verdict>> {
  const known = all ? {} : readVerdicts()
  const verdicts: Record<string, Verdict> = {}
  for (const { literal } of readRegexes()) verdicts[literal] = known[literal] ?? (await checkRegex(literal))
  const sorted = Object.entries(verdicts).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(verdictsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  return verdicts
}
