import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openBundle } from '../../../apps/server/src/testing/setup/bundle.ts'

/** The server and data that all scenarios of a run start from. */
export interface Build {
  /** Folder of the bundled server. */
  readonly bundle: string
  /** A data folder with a migrated, empty embedded database. */
  readonly dataTemplate: string
}

let made: Promise<Build> | null = null

/**
 * Bundles the server and migrates a database, once per process. The caller has to call `removeBuild` in the
 * end.
 */
export async function build(): Promise<Build> {
  made ??= (async () => {
    const bundle = await openBundle()
    const dataTemplate = await mkdtemp(join(tmpdir(), 'penmark-faults-template-'))
    const environment = { ...process.env, DATA_DIR: dataTemplate }
    await promisify(execFile)(process.execPath, [join(bundle, 'start.js'), 'migrate'], {
      env: environment,
    })
    return { bundle, dataTemplate }
  })()
  return made
}

export async function removeBuild(): Promise<void> {
  const all = await made?.catch(() => null)
  made = null
  if (all) await rm(all.dataTemplate, { recursive: true, force: true })
}
