import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { root } from '../checks/run.ts'

/**
 * Fetched when a release is made. In the lockfile it would bring a hundred packages, some of them compiled,
 * to everybody.
 */
const tool = '@cyclonedx/cyclonedx-npm@6.0.1'

interface LicenceText {
  license?: { text?: { content: string; encoding?: string } }
}

export interface Component {
  group?: string
  name: string
  version?: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  evidence?: { licenses?: LicenceText[] }
  components?: Component[]
}

/**
 * Writes the packages of the product, without those for developing it, as a CycloneDX bill of materials with
 * the texts of their licences.
 */
export async function writeBillOfMaterials(file: string): Promise<Component[]> {
  const options = [
    '--omit',
    'dev',
    '--gather-license-texts',
    '--output-reproducible',
    '--flatten-components',
    '--output-format',
    'JSON',
  ]
  await promisify(execFile)('npx', ['--yes', tool, ...options, '--output-file', file], {
    cwd: root,
    maxBuffer: 1 << 26,
  })
  const { components } = JSON.parse(await readFile(file, 'utf8')) as { components: Component[] }
  return components
}
