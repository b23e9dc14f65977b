import { readdirSync, readFileSync } from 'node:fs'
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
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS))
  return found
}

const root = path.join(import.meta.dirname, '../..')
/** Only shipped code: tests and the lab read no untrusted input. */
const rooms = [
  'apps/server/src',
  'apps/web/src',
  'packages/contract/src',
  'packages/detector/src',
  'packages/extract/src',
  'packages/cli/src',
]

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['testing', 'test', 'security'].includes(entry.name) ? [] : sourcesIn(place)
    return /\.(tsx?|mjs)$/.test(entry.name) && !/\.(test|suite)\.|\/test-/.test(place) ? [place] : []
  })
}

/** All regular expressions of the product, without duplicates. */
export function readRegexes(): FoundRegex[] {
  const seen = new Map<string, string>()
  for (const file of rooms.flatMap(sourcesIn))
    for (const literal of regexesIn(readFileSync(path.join(root, file), 'utf8'), file)) if (!seen.has(literal)) seen.set(literal, file)
  return [...seen].map(([literal, file]) => ({ literal, file }))
}
