import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LockedPackages } from './lockfile/platforms.ts'

/**
 * What `npm run generate` offers: each rewrites generated files from their source. Tests fail while most of
 * them are out of date. A generator loads only what it needs.
 */
const root = join(import.meta.dirname, '..')
const read = (file: string) => readFile(join(root, file), 'utf8')
const write = (file: string, text: string) => writeFile(join(root, file), text)

export const generators: Record<string, () => Promise<void>> = {
  /** The picture of ARCHITECTURE.md, from the import rules and the doors of the features. */
  async architecture() {
    const { withPicture } = await import('./imports/picture.ts')
    await write('ARCHITECTURE.md', await withPicture(await read('ARCHITECTURE.md')))
  },
  /** docs/asvs.md, from tests/security/asvs. */
  async asvs() {
    const [{ asvsPage }, { asvs }] = await Promise.all([
      import('../tests/security/asvs/page.ts'),
      import('../tests/security/asvs.ts'),
    ])
    await write('docs/asvs.md', asvsPage(asvs))
  },
  /** Into release/, the long pages that a release publishes and the repository does not hold. */
  async 'full-pages'() {
    const { writeFullPages } = await import('./release/full-pages.ts')
    await writeFullPages(join(root, 'release'))
  },
  /**
   * Adds the platform-specific packages that npm left out of the lockfile. Needed after an install through a
   * mirror.
   */
  async lockfile() {
    const { completed } = await import('./lockfile/platforms.ts')
    const lock = JSON.parse(await read('package-lock.json')) as { packages: LockedPackages }
    await write(
      'package-lock.json',
      `${JSON.stringify({ ...lock, packages: completed(lock.packages) }, null, 2)}\n`,
    )
  },
  /** The product's mark in the sizes that browsers and telephones ask for. */
  async icons() {
    await import('./icons.ts')
  },
  /**
   * Checks the complexity of new regular expressions of the product, or with `--all` of every one, and writes
   * tests/security/regexes.json.
   */
  async regexes() {
    const { updateVerdicts } = await import('../tests/security/regexes.ts')
    const verdicts = Object.values(await updateVerdicts(process.argv.includes('--all')))
    for (const verdict of new Set(verdicts))
      process.stdout.write(`${verdict}: ${verdicts.filter((other) => other === verdict).length}\n`)
  },
  /** The data of a version, for tests of later versions: tests/releases. */
  async 'release-data'() {
    await import('../tests/releases/make/make.ts')
  },
  /** The JSON Schemas of the command line's output, from the contract. */
  async schemas() {
    const { resultSchemas } = await import('../packages/contract/src/index.ts')
    await mkdir(join(root, 'packages/cli/schema'), { recursive: true })
    for (const { name, schema } of resultSchemas())
      await write(`packages/cli/schema/${name}`, `${JSON.stringify(schema, null, 2)}\n`)
  },
  /** The screenshots of the README and of the public pages, from the running product. */
  async screenshots() {
    await import('./screenshots/take.ts')
  },
  /** The table of docs/settings.md, from the server's definitions. */
  async settings() {
    const [{ settingDescriptions }, { withSettings }] = await Promise.all([
      import('../apps/server/src/main/config.ts'),
      import('./settings/settings-table.ts'),
    ])
    await write('docs/settings.md', withSettings(await read('docs/settings.md'), settingDescriptions))
  },
}
