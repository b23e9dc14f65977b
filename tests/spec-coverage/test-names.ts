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
  if (ts.isPropertyAccessExpression(callee)) return definitionOf(callee.expression, skipped || ['skip', 'todo'].includes(callee.name.text))
  if (ts.isCallExpression(callee) && ts.isPropertyAccessExpression(callee.expression)) return definitionOf(callee.expression, skipped)
  return ts.isTaggedTemplateExpression(callee) ? definitionOf(callee.tag, skipped) : null
}

/** The name as written, with a template's placeholders. Null if it is not a literal. */
function nameIn(argument: ts.Expression | undefined): string | null {
  if (!argument) return null
  if (ts.isStringLiteralLike(argument)) return argument.text
  return ts.isTemplateExpression(argument) ? argument.getText().slice(1, -1) : null
}

/** A test as it is written. */
export interface WrittenTest {
  /** Joined with its blocks' names by ` > `. */
  name: string
  /** The test without its title but with its table of cases, and every declaration around it that it refers to, directly or not. */
  source: string
  /** Whether it expects something to be there, not only something to be absent. */
  provesPresence: boolean
}

const matchersOfAbsence = /^(toBeNull|toBeUndefined|toBeFalsy|not)$/
const isNothing = (node: ts.Expression | undefined) => node !== undefined && /^(0|\[\]|\{\}|false|null|''|"")$/.test(node.getText())
/** Calls that fail if something is not there, as expectations do. */
const searches = /^(getBy|getAllBy|findBy|findAllBy|waitFor|eventually|openReport|rowWith)/

/** Whether a call expects something to be there. Null if it expects nothing. */
function expectsPresence(call: ts.CallExpression): boolean | null {
  const callee = call.expression
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
  if (searches.test(name)) return true
  if (!ts.isPropertyAccessExpression(callee) || !/^expect\b/.test(callee.getText())) return null
  if (matchersOfAbsence.test(name) || /\.not\./.test(callee.getText())) return false
  return !isNothing(call.arguments[0])
}

type Declarations = ReadonlyMap<string, ts.Node>

/** The declarations of a file or block, by name. */
function declarationsOf({ statements }: ts.SourceFile | ts.Block): Declarations {
  const found = new Map<string, ts.Node>()
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) found.set(statement.name.text, statement)
    if (!ts.isVariableStatement(statement)) continue
    for (const { name } of statement.declarationList.declarations) {
      const add = (binding: ts.BindingName): void => {
        if (ts.isIdentifier(binding)) found.set(binding.text, statement)
        else for (const element of binding.elements) if (ts.isBindingElement(element)) add(element.name)
      }
      add(name)
    }
  }
  return found
}

/** A node and the declarations that it refers to. */
function withReferences(node: ts.Node, declarations: Declarations): ts.Node[] {
  const found = new Set<ts.Node>([node])
  for (const each of found) {
    const visit = (inner: ts.Node): void => {
      const declaration = ts.isIdentifier(inner) ? declarations.get(inner.text) : undefined
      if (declaration) found.add(declaration)
      ts.forEachChild(inner, visit)
    }
    visit(each)
  }
  return [...found]
}

function provesPresence(nodes: ts.Node[]): boolean {
  const expectations: boolean[] = []
  const visit = (node: ts.Node): void => {
    const expects = ts.isCallExpression(node) ? expectsPresence(node) : null
    if (expects !== null) expectations.push(expects)
    ts.forEachChild(node, visit)
  }
  for (const node of nodes) visit(node)
  return expectations.length === 0 || expectations.includes(true)
}

/** The declarations in the callback of a `describe`. */
function declarationsIn({ arguments: args }: ts.CallExpression): Declarations {
  const callback = args.find((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument))
  return callback && ts.isBlock(callback.body) ? declarationsOf(callback.body) : new Map()
}

/** The text of a test without its title: the title proves nothing. */
function textWithoutTitle(test: ts.CallExpression): string {
  const [title, ...rest] = test.arguments.map((argument) => argument.getText())
  return title === undefined ? test.getText() : `${test.expression.getText()}(${rest.join(', ')})`
}

/** A `describe` around a test. */
interface Block {
  name: string
  table: ts.Node
  declarations: Declarations
}

/** The tests in a source text. Skipped tests are left out. */
export function testsIn(source: string, file = 'some.test.tsx'): WrittenTest[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const ofFile = declarationsOf(parsed)
  const tests: WrittenTest[] = []
  const visit = (node: ts.Node, around: Block[]): void => {
    const call = ts.isCallExpression(node) ? node : null
    const found = call && definitionOf(call.expression)
    const name = call && found ? nameIn(call.arguments[0]) : null
    if (call && found && name !== null) {
      if (found.skipped) return
      if (found.kind === 'test') {
        const declarations: Declarations = new Map([ofFile, ...around.map((block) => block.declarations)].flatMap((each) => [...each]))
        const nodes = [...new Set([call, ...around.map(({ table }) => table)].flatMap((each) => withReferences(each, declarations)))]
        tests.push({
          name: [...around.map((block) => block.name), name].join(' > '),
          source: nodes.map((each) => (each === call ? textWithoutTitle(call) : each.getText())).join('\n'),
          provesPresence: provesPresence(nodes),
        })
      }
    }
    const inside =
      call && found?.kind === 'block' && name !== null
        ? [...around, { name, table: call.expression, declarations: declarationsIn(call) }]
        : around
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(parsed, [])
  return tests
}

export const testNamesIn = (source: string): string[] => testsIn(source).map(({ name }) => name)

const root = path.join(import.meta.dirname, '../..')

/** Test files below a folder, as paths from the root. */
function testFilesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testFilesIn(place)
    return /\.test\.tsx?$/.test(entry.name) ? [place] : []
  })
}

/** The tests of every test file, by path from the root. */
export function readTests(): Map<string, WrittenTest[]> {
  const files = ['apps', 'packages', 'scripts', 'bench', 'tests'].flatMap(testFilesIn)
  return new Map(files.map((file) => [file, testsIn(readFileSync(path.join(root, file), 'utf8'), file)]))
}

/** Test names of every test file, by path from the root. */
export function readTestNames(): Map<string, string[]> {
  return new Map([...readTests()].map(([file, tests]) => [file, tests.map(({ name }) => name)]))
}
