import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { workspaces } from '../../scripts/checks/run.ts'
import { findPackageProblems, isAllowed, type Locked, type Manifest, type PackageFiles } from './packages.ts'

const root = path.join(import.meta.dirname, '../..')
function read<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as T
}
const files = ['package.json', ...(await workspaces()).map((folder) => `${folder}/package.json`)]

const repository: PackageFiles = {
  packages: read<{ packages: Record<string, Locked> }>('package-lock.json').packages,
  manifests: Object.fromEntries(files.map((file) => [file, read<Manifest>(file)])),
  allowScripts: read<{ allowScripts: Record<string, boolean> }>('package.json').allowScripts,
}

const good: Locked = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }
const withPackage = (locked: Locked): PackageFiles => ({
  manifests: {},
  allowScripts: {},
  packages: { 'node_modules/a': { ...good, ...locked } },
})

test('every package has an exact version, a checksum and a permitted licence, and runs no install script', () => {
  expect(Object.keys(repository.packages).length).toBeGreaterThan(500)
  expect(findPackageProblems(repository)).toEqual([])
})

test.each<[Locked, string]>([
  [{ license: 'AGPL-3.0' }, 'a is under AGPL-3.0'],
  [{ license: 'MIT AND SSPL-1.0' }, 'a is under MIT AND SSPL-1.0'],
  [{ hasInstallScript: true }, 'a has an install script'],
  [{ integrity: 'sha1-x' }, 'a has no SHA-512 checksum'],
  [{ resolved: 'git+ssh://git@host/a.git' }, 'a does not come from the npm registry'],
])('reports a package with %j', (locked, problem) => {
  expect(findPackageProblems(withPackage(locked))).toEqual([problem])
})

test.each(['^1.0.0', '~1.0.0', '*', 'latest', '>=1', 'git+https://host/a.git'])(
  'reports a dependency on %s',
  (range) => {
    expect(
      findPackageProblems({
        ...withPackage({}),
        manifests: { 'package.json': { dependencies: { a: range } } },
      }),
    ).toHaveLength(1)
  },
)

test('accepts a choice of licences if one is permitted, and a combination if all are', () => {
  expect([
    isAllowed('(MIT OR GPL-3.0)'),
    isAllowed('MIT AND OFL-1.1'),
    isAllowed('(MIT AND GPL-3.0)'),
  ]).toEqual([true, true, false])
})
