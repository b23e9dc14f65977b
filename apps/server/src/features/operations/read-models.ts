import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Models, ReleasedModel } from '@penmark/contract'
import { z } from 'zod'
import { modelsFolder } from '../../paths.ts'

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
