import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { sha256 } from '../../../lib/secrets.ts'
import { writeFaultOf } from '../../../lib/write-faults.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { areOwn, selectTextStarts } from './store.ts'
import { documents, documentTexts } from './tables.ts'

/**
 * Only the start of a long text is read: it shows how the text is written, and bounds the time of a
 * comparison.
 */
const charactersRead = 40_000

const KeptProfile = z.object({
  version: z.number(),
  /** SHA-256 of what was read, which tells copies apart. */
  start_hash: z.string(),
  words: z.number(),
  style: z.array(z.number()).readonly(),
  words_and_marks: z.array(z.number()).readonly(),
})
/** How a text is written, as it is kept beside the text. */
export type KeptProfile = z.infer<typeof KeptProfile>

/** How a text is read. Profiles of another version are made again. */
export interface ProfileMethod {
  version: number
  profileOf: (text: string) => Omit<KeptProfile, 'version' | 'start_hash'>
}

/**
 * How the texts of documents are written, by document id, without documents that are not the teacher's or
 * have no text. What was read once is kept with the text and goes with it.
 */
export async function readWritingProfiles(
  database: Database,
  teacher_id: string,
  ids: string[],
  { version, profileOf }: ProfileMethod,
): Promise<Map<string, KeptProfile>> {
  const kept = await selectProfiles(database, teacher_id, ids, version)
  const missing = ids.filter((id) => !kept.has(id))
  if (missing.length === 0) return kept
  const texts = await selectTextStarts(database, teacher_id, missing, charactersRead)
  const made = new Map<string, KeptProfile>()
  for (const [id, text] of texts) {
    made.set(id, { version, start_hash: sha256(text), ...profileOf(text) })
    // Other work of this process runs in between.
    await setImmediate()
  }
  await updateProfiles(database, made).catch((error: unknown) => {
    // A report can be read while the disk is full.
    if (writeFaultOf(error) === null) throw error
  })
  return new Map([...kept, ...made])
}

/** Those that are kept in this version. */
async function selectProfiles(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
  version: number,
): Promise<Map<string, KeptProfile>> {
  if (ids.length === 0) return new Map()
  const rows = await orm
    .select({ id: documents.id, profile: documentTexts.profile })
    .from(documents)
    .innerJoin(documentTexts, eq(documentTexts.document_id, documents.id))
    .where(areOwn(teacher_id, ids))
  return new Map(
    rows.flatMap(({ id, profile }) => {
      const { data } = KeptProfile.safeParse(profile)
      return data?.version === version ? [[id, data] as const] : []
    }),
  )
}

/** Keeps profiles, unless the text has changed meanwhile. */
async function updateProfiles(
  connection: Connection,
  profiles: ReadonlyMap<string, KeptProfile>,
): Promise<void> {
  if (profiles.size === 0) return
  await connection.query(
    `update document_texts t set profile = n.profile
     from jsonb_to_recordset($1::jsonb) as n (id uuid, profile jsonb)
     where t.document_id = n.id
       and encode(sha256(convert_to(left(t.text, ${charactersRead}), 'UTF8')), 'hex') = n.profile ->> 'start_hash'`,
    [JSON.stringify([...profiles].map(([id, profile]) => ({ id, profile })))],
  )
}
