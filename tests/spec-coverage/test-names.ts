import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const blocks = ['describe', 'suite']
const tests = ['it', 'test', 'journey']

interface Definition {
  kind: 'block' | 'test'
  skipped: boolean
}

/** What `it`, `it.only`, `it.each(table)` and similar define; null for any other callee. */
function definitionOf(callee: ts.Expression, skipped = false): Definition | null {
  if (ts.isIdentifier(callee)) {
    if (blocks.includes(callee.text)) return { kind: 'block', skipped }
    return tests.includes(callee.text) ? { kind: 'test', skipped } : null
  }
  if (ts.isPropertyAccessExpression(callee))
    return definitionOf(callee.expression, skipped || ['skip', 'todo'].includes(callee.name.text))
  if (ts.isCallExpression(callee) && ts.isPropertyAccessExpression(callee.expression))
    return definitionOf(callee.expression, skipped)
  return ts.isTaggedTemplateExpression(callee) ? definitionOf(callee.tag, skipped) : null
}

/** The name as written, with a template's placeholders. Null if it is not a literal. */
function nameIn(argument: ts.Expression | undefined): string | null {
  if (!argument) return null
  if (ts.isStringLiteralLike(argument)) return argument.text
  return ts.isTemplateExpression(argument) ? argument.getText().slice(1, -1) : null
}

/**
 * Names of the tests in a source text, joined with their blocks' names by ` > `. Skipped tests are left out.
 */
export function testNamesIn(source: string, file = 'some.test.tsx'): string[] {
  const names: string[] = []
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const call = ts.isCallExpression(node) ? node : null
    const found = call && definitionOf(call.expression)
    const name = call && found ? nameIn(call.arguments[0]) : null
    const isNamed = found !== null && name !== null
    if (isNamed && found.skipped) return
    if (isNamed && found.kind === 'test') names.push([...around, name].join(' > '))
    const inside = isNamed && found.kind === 'block' ? [...around, name] : around
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  // The name of the file says whether `<T>` begins an element.
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), [])
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
