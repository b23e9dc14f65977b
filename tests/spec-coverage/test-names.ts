import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const blocks = ['describe', 'suite']
const tests = ['it', 'test', 'journey']

interface Named {
  kind: 'block' | 'test'
  skipped: boolean
}

/** `it`, `it.only`, `it.each(table)` and similar; null for any other callee. */
function named(callee: ts.Expression, skipped = false): Named | null {
  if (ts.isIdentifier(callee)) {
    if (blocks.includes(callee.text)) return { kind: 'block', skipped }
    return tests.includes(callee.text) ? { kind: 'test', skipped } : null
  }
  if (ts.isPropertyAccessExpression(callee)) return named(callee.expression, skipped || ['skip', 'todo'].includes(callee.name.text))
  if (ts.isCallExpression(callee) && ts.isPropertyAccessExpression(callee.expression)) return named(callee.expression, skipped)
  return ts.isTaggedTemplateExpression(callee) ? named(callee.tag, skipped) : null
}

/** The name as written, with a template's placeholders. Null if it is not a literal. */
function nameIn(argument: ts.Expression | undefined): string | null {
  if (!argument) return null
  if (ts.isStringLiteralLike(argument)) return argument.text
  return ts.isTemplateExpression(argument) ? argument.getText().slice(1, -1) : null
}

/** Full names of the tests in a source text, joined with their blocks' names by ` > `. Skipped tests are left out. */
export function testNamesIn(source: string, file = 'some.test.tsx'): string[] {
  const names: string[] = []
  const visit = (node: ts.Node, around: string[]): void => {
    const call = ts.isCallExpression(node) ? node : null
    const found = call && named(call.expression)
    const name = call && found ? nameIn(call.arguments[0]) : null
    if (found && name !== null) {
      if (found.skipped) return
      if (found.kind === 'test') names.push([...around, name].join(' > '))
    }
    const inside = found?.kind === 'block' && name !== null ? [...around, name] : around
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX), [])
  return names
}

const root = path.join(import.meta.dirname, '../..')

/** Test files below a folder, as paths from the root. */
function testFilesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testFilesIn(place)
    return /\.test\.tsx?$/.test(entry.name) ? [place] : []
  })
}

/** Test names of every test file, by path from the root. */
export function readTestNames(): Map<string, string[]> {
  const files = ['apps', 'packages', 'scripts', 'bench', 'tests'].flatMap(testFilesIn)
  return new Map(files.map((file) => [file, testNamesIn(readFileSync(path.join(root, file), 'utf8'), file)]))
}
