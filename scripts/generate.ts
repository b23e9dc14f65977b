import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LockedPackages } from './lockfile/platforms.ts'

/**
 * `npm run asvs`, `lockfile`, `readme`, `regexes`, `schemas` and `spec-coverage`: each rewrites one generated file from its source. Tests fail while
 * one is out of date. A generator loads only what it needs.
 */
const root = join(import.meta.dirname, '..')
const read = (file: string) => readFile(join(root, file), 'utf8')
const write = (file: string, text: string) => writeFile(join(root, file), text)

const generators: Record<string, () => Promise<void>> = {
  /** docs/asvs.md, from tests/security/asvs. */
  async asvs() {
    const [{ asvsPage }, { asvs }] = await Promise.all([import('../tests/security/asvs/page.ts'), import('../tests/security/asvs.ts')])
    await write('docs/asvs.md', asvsPage(asvs))
  },
  /** Adds the platform-specific packages that npm left out of the lockfile. Needed after an install through a mirror. */
  async lockfile() {
    const { completed } = await import('./lockfile/platforms.ts')
    const lock = JSON.parse(await read('package-lock.json')) as { packages: LockedPackages }
    await write('package-lock.json', `${JSON.stringify({ ...lock, packages: completed(lock.packages) }, null, 2)}\n`)
  },
  /** The README's settings table, from the server's definitions. */
  async readme() {
    const [{ settingDescriptions }, { withSettings }] = await Promise.all([
      import('../apps/server/src/config.ts'),
      import('./readme/settings-table.ts'),
    ])
    await write('README.md', withSettings(await read('README.md'), settingDescriptions))
  },
  /** Checks the complexity of new regular expressions of the product, or with `--all` of every one, and writes tests/security/regexes.json. */
  async regexes() {
    const { updateVerdicts } = await import('../tests/security/regexes.ts')
    const verdicts = Object.values(await updateVerdicts(process.argv.includes('--all')))
    for (const verdict of new Set(verdicts)) process.stdout.write(`${verdict}: ${verdicts.filter((other) => other === verdict).length}\n`)
  },
  /** The JSON Schemas of the command line's output, from the contract. */
  async schemas() {
    const { resultSchemas } = await import('../packages/contract/src/index.ts')
    await mkdir(join(root, 'packages/cli/schema'), { recursive: true })
    for (const { name, schema } of resultSchemas()) await write(`packages/cli/schema/${name}`, `${JSON.stringify(schema, null, 2)}\n`)
  },
  /** docs/spec-coverage.md, from tests/spec-coverage/areas. */
  async 'spec-coverage'() {
    const [{ pageOf }, { readAreas }] = await Promise.all([
      import('../tests/spec-coverage/page.ts'),
      import('../tests/spec-coverage/areas.ts'),
    ])
    await write('docs/spec-coverage.md', pageOf(readAreas()))
  },
}

const [name = ''] = process.argv.slice(2)
const generate = Object.hasOwn(generators, name) ? generators[name] : undefined
if (generate === undefined) throw new Error(`Nothing is called "${name}". Choose one of ${Object.keys(generators).join(', ')}.`)
await generate()
