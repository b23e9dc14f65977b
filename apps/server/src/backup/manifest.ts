import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const manifestName = 'backup.json'

/** The contents of a backup. Paths are relative and use `/` on every system. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Version of the product that made the backup. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** `embedded`: the database files are in `database`. `server`: `database.dump` is for pg_restore. */
  database: z.enum(['embedded', 'server']),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Lists every file below `folder` with its checksum, so that damage is found before anything is restored. */
export async function describeFiles(folder: string): Promise<Manifest['files']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: Manifest['files'] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const { size } = await stat(file)
    files.push({ path: path.relative(folder, file).split(path.sep).join('/'), bytes: size, sha256: await sha256Of(file) })
  }
  return files.sort((a, b) => a.path.localeCompare(b.path))
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(path.join(folder, manifestName), `${JSON.stringify(manifest, null, 1)}\n`)
}

/** Reads the manifest of a backup. Throws a readable error when the folder is not a backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no backup in ${folder}: ${manifestName} is missing.`, { cause })
  })
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path.join(folder, manifestName)} cannot be read. It may be damaged, or a newer version may have made it.`, { cause })
  }
}

/** Throws at the first file that is missing, added or changed since the backup was made. */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  const found = new Map((await describeFiles(folder)).map((file) => [file.path, file]))
  for (const { path: name, sha256 } of manifest.files) {
    const file = found.get(name)
    if (!file) throw new Error(`The backup is incomplete: ${name} is missing. Nothing was restored.`)
    if (file.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${name} has changed since the backup was made. Nothing was restored.`)
    found.delete(name)
  }
  found.delete(manifestName)
  const [extra] = found.keys()
  if (extra !== undefined) throw new Error(`The backup was changed: ${extra} is not part of it. Nothing was restored.`)
}
