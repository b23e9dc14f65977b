import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** What all scenarios of a run start from. */
export interface Build {
  /** Folder of the bundled server. */
  readonly bundle: string
  /** A data folder with a migrated, empty embedded database. */
  readonly dataTemplate: string
}

const bundle = join(root, 'apps/server/build', `faults-${process.pid}`)
let built: Promise<Build> | null = null

/** Bundles the server and migrates a database, once for this process. Whoever calls it calls `removeBuild` in the end. */
export function build(): Promise<Build> {
  built ??= (async () => {
    const run = promisify(execFile)
    await run(process.execPath, [join(root, 'scripts/build.mjs'), 'server', '--server-folder', bundle])
    const dataTemplate = await mkdtemp(join(tmpdir(), 'penmark-faults-template-'))
    await run(process.execPath, [join(bundle, 'start.js'), 'migrate'], { env: { ...process.env, DATA_DIR: dataTemplate } })
    return { bundle, dataTemplate }
  })()
  return built
}

export async function removeBuild(): Promise<void> {
  const made = await built?.catch(() => null)
  built = null
  for (const folder of [bundle, made?.dataTemplate]) if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}
