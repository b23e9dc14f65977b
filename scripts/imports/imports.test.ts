import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IForbiddenRuleType,
  type IResolveOptions,
} from 'dependency-cruiser'
import { afterEach, expect, test } from 'vitest'
import { violations } from './violations.ts'

const root = join(import.meta.dirname, '../..')
const configuration = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: IForbiddenRuleType[]
  options: ICruiseOptions & { enhancedResolveOptions: Partial<IResolveOptions> }
}
const { forbidden, options } = configuration
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** Names of the rules that a small tree of files violates; the files map a path to its imports. */
async function brokenRules(
  files: Record<string, string[]>,
  workspaceLinks: string[] = [],
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-imports-'))
  folders.push(folder)
  for (const [file, imports] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    const lines = imports.map((to) => `import '${to in files ? relativeTo(file, to) : to}'\n`)
    await writeFile(join(folder, file), `${lines.join('')}export {}\n`)
  }
  for (const name of workspaceLinks) {
    const manifest = {
      name: `@penmark/${name}`,
      version: '0.1.0',
      type: 'module',
      exports: { '.': './src/index.ts' },
    }
    await writeFile(join(folder, 'packages', name, 'package.json'), JSON.stringify(manifest))
    await mkdir(join(folder, 'node_modules/@penmark'), { recursive: true })
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules/@penmark', name))
  }
  return rulesIn(await check(folder, Object.keys(files)))
}

async function check(baseDir: string, entries: string[]): Promise<ICruiseResult> {
  const { enhancedResolveOptions, ...cruiseOptions } = options
  const { output } = await cruise(
    entries,
    { ...cruiseOptions, ruleSet: { forbidden }, validate: true, baseDir },
    enhancedResolveOptions,
  )
  if (typeof output === 'string') throw new TypeError('Expected a result object')
  return output
}

function relativeTo(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

function rulesIn(result: ICruiseResult): string[] {
  return [...new Set(result.summary.violations.map(({ rule }) => rule.name))].sort()
}

test('every rule has a violation to test it with', () => {
  expect(new Set(Object.keys(violations))).toEqual(new Set(forbidden.map(({ name }) => name)))
})

const rules = Object.entries(violations)

test.each(rules)('%s rejects a violation', async (rule, { forbidden: violation }) => {
  expect(await brokenRules(violation)).toContain(rule)
})

test.each(rules.filter(([, { allowed }]) => allowed))(
  '%s allows a similar import that does not violate it',
  async (_rule, { allowed }) => {
    expect(await brokenRules(allowed ?? {})).toEqual([])
  },
)

test('imports of a workspace by its package name are checked too', async () => {
  const files = {
    'packages/detector/src/index.ts': [],
    'apps/server/src/features/documents/lists/counts.ts': ['@penmark/detector'],
  }
  expect(await brokenRules(files, ['detector'])).toEqual(['only-documents-read-and-score'])
})

test('type imports are checked too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-imports-'))
  folders.push(folder)
  await mkdir(join(folder, 'apps/web/src'), { recursive: true })
  await mkdir(join(folder, 'apps/server/src'), { recursive: true })
  await writeFile(join(folder, 'apps/server/src/api.ts'), 'export interface Api {}\n')
  await writeFile(
    join(folder, 'apps/web/src/main.ts'),
    "import type { Api } from '../../server/src/api.ts'\nexport type A = Api\n",
  )
  expect(rulesIn(await check(folder, ['apps']))).toEqual(['web-and-server-do-not-import-each-other'])
})

const cruised = check(root, ['apps', 'packages'])

test('the product follows every rule', async () => {
  const { summary } = await cruised
  expect(summary.totalCruised).toBeGreaterThan(30)
  expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
})

/** A file that only tests load; what a test imports makes no folder depend on another. */
const isForTests = (file: string) => /[.](test|suite)[.]tsx?$|\/testing\//.test(file)

/** Which folders import files of which others. */
function foldersOf({ modules }: ICruiseResult): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    if (!/^(apps|packages)\/[^/]+\/src\//.test(source) || isForTests(source)) continue
    const imported = folders.get(dirname(source)) ?? new Set()
    folders.set(dirname(source), imported)
    for (const { resolved } of dependencies)
      if (!isForTests(resolved) && dirname(resolved) !== dirname(source)) imported.add(dirname(resolved))
  }
  return folders
}

/** Removes folders that import none of the others until only those in cycles, or above one, are left. */
function foldersInCycles(folders: Map<string, Set<string>>): string[] {
  const left = new Map(folders)
  for (;;) {
    const done = [...left].filter(([, imported]) => [...imported].every((folder) => !left.has(folder)))
    if (done.length === 0) return [...left.keys()]
    for (const [folder] of done) left.delete(folder)
  }
}

test('folders that import each other are found, also over a third one', () => {
  const of = (edges: Record<string, string[]>) =>
    new Map(Object.entries(edges).map(([folder, imported]) => [folder, new Set(imported)]))
  expect(foldersInCycles(of({ a: ['b'], b: ['c'], c: [] }))).toEqual([])
  expect(foldersInCycles(of({ a: ['b'], b: ['c'], c: ['a'], d: [] }))).toEqual(['a', 'b', 'c'])
})

test('no folders import each other', async () => {
  expect(foldersInCycles(foldersOf(await cruised))).toEqual([])
})
