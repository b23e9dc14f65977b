import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { expect, test } from 'vitest'
import { nodeVersions } from '../../tests/nodes/binaries.ts'
import { root } from '../checks/run.ts'

interface Locked {
  engines?: { node?: string }
}

test('npm warns about no package on a version of Node that Penmark supports', async () => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  for (const node of ['20.19.0', ...nodeVersions]) {
    const refusing = Object.entries(packages).filter(
      ([, { engines }]) => engines?.node !== undefined && !satisfies(node, engines.node),
    )
    expect(
      refusing.map(([name, { engines }]) => `${name} needs ${engines?.node}`),
      `on ${node}`,
    ).toEqual([])
  }
})
