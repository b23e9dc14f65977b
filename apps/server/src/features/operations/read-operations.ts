import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Models, QueueHealth, ReleasedModel, StorageUse } from '@penmark/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { modelsFolder } from '../../paths.ts'
import { readWork } from '../documents/processing/watch-queue.ts'
import { readTotalStorage } from '../storage/actions.ts'
import type { StorageQuota } from '../storage/rules.ts'
import { selectDatabaseUse, selectFileUse, selectMailCounts } from './store.ts'

export async function readQueue(database: Database): Promise<QueueHealth> {
  return { ...(await readWork(database)), ...(await selectMailCounts(database)) }
}

/** Free and total space of the disk that holds the data; null where unknown. */
export type ReadDisk = () => Promise<StorageUse['disk']>

export async function readStorage(database: Database, storageQuota: StorageQuota, readDisk: ReadDisk): Promise<StorageUse> {
  const quota = await readTotalStorage(database, storageQuota)
  return {
    database: { kind: database.kind, ...(await selectDatabaseUse(database)) },
    files: await selectFileUse(database, 'documents'),
    exports: await selectFileUse(database, 'exports'),
    quota: { used_bytes: quota.used, limit_bytes: quota.limit },
    disk: await readDisk(),
  }
}

/** The part of a model's card that is shown. */
const Card = z.object({
  name: z.string(),
  version: z.string(),
  use: z.string(),
  minimum_words: z.int(),
  texts: z.object({ human: z.int(), ai: z.int(), sources: z.int() }),
  model_file: z.object({ bytes: z.int(), sha256: z.string() }),
})

/** The release's models by their cards, and which one scores new documents. */
export async function readModels(active: Models['active']): Promise<Models> {
  const names = (await readdir(modelsFolder)).filter((name) => name.endsWith('.card.json')).sort()
  const released: ReleasedModel[] = []
  for (const name of names) {
    const { model_file, ...card } = Card.parse(JSON.parse(await readFile(path.join(modelsFolder, name), 'utf8')))
    released.push({ ...card, ...model_file, is_active: card.name === active.name && card.version === active.version })
  }
  return { active, released }
}
