import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Reason } from '@penmark/contract'
import { z } from 'zod'
import { dayMs } from '../../lib/durations.ts'
import { hasCode } from '../../lib/error-code.ts'
import { syncFolder } from '../system/system.ts'
import { backupMakers, type Manifest } from './manifest.ts'

/**
 * A restore in the browser keeps its state in this folder of DATA_DIR, because it replaces the database:
 *
 * - `session.json` and `upload.tar` while the archive arrives,
 * - `staged`, the unpacked and checked backup,
 * - `plan.json` once the restore is to be applied,
 * - `outcome.json`, how the last restore ended.
 */
const restoreFolder = 'restore'
/** In DATA_DIR: what restores replaced. Its folders only need a manifest to be backups. */
export const restoreBackupsFolder = 'before-restore'

export interface RestorePaths {
  folder: string
  session: string
  upload: string
  staged: string
  plan: string
  outcome: string
  /** What was moved in and had to be taken out again. */
  discarded: string
}

export function restorePaths(dataDir: string): RestorePaths {
  const folder = path.join(dataDir, restoreFolder)
  const pathTo = (name: string) => path.join(folder, name)
  return {
    folder,
    session: pathTo('session.json'),
    upload: pathTo('upload.tar'),
    staged: pathTo('staged'),
    plan: pathTo('plan.json'),
    outcome: pathTo('outcome.json'),
    discarded: pathTo('discarded'),
  }
}

const Contents = z.object({
  made_at: z.iso.datetime(),
  made_by: z.enum(backupMakers).nullable(),
  version: z.string(),
  files: z.int(),
  size_bytes: z.int(),
  teachers: z.int(),
  documents: z.int(),
})

/** Earlier versions stored the sentence. */
export const StoredReason = z.union([
  z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  z.string().transform((text): Reason => ({ code: 'verbatim', params: { text } })),
])

/** An upload, and what the check of the archive found: its contents, or why it was refused. */
export const RestoreSession = z.object({
  ticket_hash: z.string(),
  /** Where it was begun: the admin area, or the first page of an installation without an administrator. */
  kind: z.enum(['admin', 'first']),
  name: z.string(),
  size_bytes: z.int(),
  contents: Contents.nullable(),
  refused: StoredReason.nullable(),
})
export type RestoreSession = z.infer<typeof RestoreSession>

const earlierPhases = z.enum(['out', 'in', 'back']).transform((phase) => `move-${phase}` as const)

/**
 * `move-out`: the present folders are moved away. `move-in`: the staged ones are moved in. `trial`: the
 * restored database has not been opened yet. `move-back`: the former folders return. Every phase can be
 * repeated from its beginning.
 */
const Plan = z.object({
  ticket_hash: z.string(),
  planned_at: z.iso.datetime(),
  phase: z.union([z.enum(['move-out', 'move-in', 'trial', 'move-back']), earlierPhases]),
  name: z.string(),
  size_bytes: z.int(),
  contents: Contents,
  /** Folder below `before-restore` that takes the former data. */
  former: z.string(),
  /** The folders that the former data had; known from `move-in` on. */
  former_folders: z.array(z.string()).nullable(),
  /** Why the former data returns. */
  reason: StoredReason.nullable(),
})
/** Version 0.2.0 had other names for the phases and the former folders. */
export const RestorePlan = z.preprocess(
  (plan) =>
    typeof plan === 'object' && plan !== null && 'had' in plan ? { ...plan, former_folders: plan.had } : plan,
  Plan,
)
export type RestorePlan = z.infer<typeof RestorePlan>

export const RestoreOutcome = z.object({
  ticket_hash: z.string(),
  name: z.string(),
  size_bytes: z.int(),
  contents: Contents,
  /** Null when it succeeded. */
  reason: StoredReason.nullable(),
  ended_at: z.iso.datetime(),
  /** Whether the audit log of the restored installation says so. */
  is_recorded: z.boolean(),
})
export type RestoreOutcome = z.infer<typeof RestoreOutcome>

/** Writes the file completely or not at all, even if the power fails. */
export async function writeJsonAtomically(file: string, content: object): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.part`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(content))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  await syncFolder(path.dirname(file))
}

async function readAs<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(
      `${file} cannot be read. Delete the folder ${path.dirname(file)} to give up the restore.`,
      { cause },
    )
  }
}

export const readSession = (dataDir: string) => readAs(restorePaths(dataDir).session, RestoreSession)
export const readPlan = (dataDir: string) => readAs(restorePaths(dataDir).plan, RestorePlan)
export const readOutcome = (dataDir: string) => readAs(restorePaths(dataDir).outcome, RestoreOutcome)

/** Whether a restore in the browser has just replaced the data. */
export async function isRestoreUnrecorded(dataDir: string): Promise<boolean> {
  const outcome = await readOutcome(dataDir)
  return outcome !== null && outcome.reason === null && !outcome.is_recorded
}

/** How much of the archive has arrived. */
export async function receivedBytes(dataDir: string): Promise<number> {
  return stat(restorePaths(dataDir).upload).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Removes an upload, its session first: without one the rest is ignored. */
export async function removeUpload(dataDir: string): Promise<void> {
  await rm(restorePaths(dataDir).session, { force: true })
  await removeLeftovers(dataDir)
}

async function removeLeftovers(dataDir: string): Promise<void> {
  const { upload, staged, discarded } = restorePaths(dataDir)
  for (const leftover of [upload, staged, discarded]) await rm(leftover, { recursive: true, force: true })
}

/** An upload that nobody continued holds students' work, and must not stay. */
const abandonedAfterMs = 2 * dayMs

/** Removes abandoned uploads, leftovers of killed processes, and the outcome of a restore after two days. */
export async function removeAbandonedRestore(dataDir: string, now: Date): Promise<void> {
  const { session, upload, outcome } = restorePaths(dataDir)
  if ((await readPlan(dataDir)) !== null) return
  const changedAt = await Promise.all(
    [session, upload].map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  if ((await readSession(dataDir)) === null) await removeLeftovers(dataDir)
  else if (now.getTime() - Math.max(...changedAt) > abandonedAfterMs) await removeUpload(dataDir)
  const ended = await readOutcome(dataDir)
  if (ended !== null && now.getTime() - Date.parse(ended.ended_at) > abandonedAfterMs)
    await rm(outcome, { force: true })
}

const fileName = 'restored.json'

const Restored = z.object({ made_at: z.iso.datetime(), restored_at: z.iso.datetime() })

/** Records in the data folder which backup it comes from. */
export async function writeRestored(
  dataDir: string,
  { made_at }: Pick<Manifest, 'made_at'>,
  now: Date,
): Promise<void> {
  await writeFile(path.join(dataDir, fileName), JSON.stringify({ made_at, restored_at: now.toISOString() }), {
    mode: 0o600,
  })
}

/** The backup that this data folder comes from; null if it was never restored. */
export async function readRestored(dataDir: string): Promise<z.infer<typeof Restored> | null> {
  return readFile(path.join(dataDir, fileName), 'utf8').then(
    (text) => Restored.parse(JSON.parse(text)),
    () => null,
  )
}
