import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completed, type LockedPackages, missingPackages } from './platforms.ts'

const tool = {
  version: '2.0.0',
  dev: true,
  optionalDependencies: { '@tool/linux-x64-musl': '2.0.0', '@tool/darwin-arm64': '2.0.0' },
}

test('the lockfile names every optional package, so that a clean install accepts it on every system', async () => {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
    packages: LockedPackages
  }
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
  expect(missingPackages(lock.packages)).toEqual([])
})

test('adds a missing package with the system that its name states', () => {
  const packages = completed({
    '': {},
    'node_modules/tool': tool,
    'node_modules/@tool/darwin-arm64': { version: '2.0.0' },
  })
  expect(packages['node_modules/@tool/linux-x64-musl']).toEqual({
    version: '2.0.0',
    dev: true,
    optional: true,
    cpu: ['x64'],
    libc: ['musl'],
    os: ['linux'],
  })
  expect(missingPackages(packages)).toEqual([])
})

test('finds a package next to the one that depends on it, and above it', () => {
  const nested = { 'node_modules/a/node_modules/tool': tool }
  expect(
    missingPackages({
      ...nested,
      'node_modules/@tool/linux-x64-musl': {},
      'node_modules/a/node_modules/@tool/darwin-arm64': {},
    }),
  ).toEqual([])
  expect(missingPackages(nested)).toHaveLength(2)
})

test('does not guess the platform of a package', () => {
  expect(() => completed({ 'node_modules/a': { optionalDependencies: { 'nice-extra': '1.0.0' } } })).toThrow(
    'nice-extra',
  )
})
