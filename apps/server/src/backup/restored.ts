import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Manifest } from './manifest.ts'

const fileName = 'restored.json'

const Restored = z.object({ made_at: z.iso.datetime(), restored_at: z.iso.datetime() })

/** Notes in the data folder which backup it comes from. */
export async function noteRestored(dataDir: string, { made_at }: Pick<Manifest, 'made_at'>, now: Date): Promise<void> {
  await writeFile(path.join(dataDir, fileName), JSON.stringify({ made_at, restored_at: now.toISOString() }), { mode: 0o600 })
}

/** The backup that this data folder comes from; null if it was never restored. */
export async function readRestored(dataDir: string): Promise<z.infer<typeof Restored> | null> {
  return readFile(path.join(dataDir, fileName), 'utf8').then(
    (text) => Restored.parse(JSON.parse(text)),
    () => null,
  )
}
