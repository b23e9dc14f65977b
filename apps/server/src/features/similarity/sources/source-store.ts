import { type Reason, sourceKinds } from '@penmark/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'

const classSources = pgTable('class_sources', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  class_group_id: uuid().notNull(),
  name: text().notNull(),
  kind: text({ enum: sourceKinds }).notNull(),
  state: text({ enum: ['waiting', 'ready', 'failed'] }).notNull(),
  failure: jsonb().$type<Reason>(),
  blob_key: text(),
  size_bytes: bigint({ mode: 'number' }).notNull().default(0),
  sha256: text(),
  text: text().notNull().default(''),
  words: integer(),
  runs: integer().notNull().default(0),
  created_at: time().notNull(),
})

export type SourceRow = typeof classSources.$inferSelect
type ListedSource = Pick<
  SourceRow,
  'id' | 'class_group_id' | 'name' | 'kind' | 'state' | 'failure' | 'words' | 'created_at'
> & {
  documents: number
  is_comparing: boolean
}

export async function insertSource(
  { orm }: Connection,
  row: typeof classSources.$inferInsert,
): Promise<void> {
  await orm.insert(classSources).values(row)
}

const { id, class_group_id, name, kind, state, failure, words, created_at } = classSources
const listed = {
  id,
  class_group_id,
  name,
  kind,
  state,
  failure,
  words,
  created_at,
  documents: sql<number>`(select count(*)::float8 from source_matches m join documents d on d.id = m.document_id
    where m.source_id = ${classSources}.id and d.class_group_id = ${classSources}.class_group_id)`,
  is_comparing: sql<boolean>`exists (select 1 from documents d join fingerprinted_documents f on f.document_id = d.id
    where d.class_group_id = ${classSources}.class_group_id and f.compared_at is null)`,
}

/** The sources of a class, oldest first. */
export async function selectSources(
  { orm }: Connection,
  teacher_id: string,
  class_id: string,
): Promise<ListedSource[]> {
  return orm
    .select(listed)
    .from(classSources)
    .where(and(eq(classSources.teacher_id, teacher_id), eq(class_group_id, class_id)))
    .orderBy(asc(created_at), asc(id))
}

export type SourceText = Pick<SourceRow, 'id' | 'text'>

/** The sources that are ready to be compared, by their class. */
export async function selectSourceTexts(
  { orm }: Connection,
  class_ids: readonly (string | null)[],
): Promise<Map<string, SourceText[]>> {
  const ids = class_ids.filter((each) => each !== null)
  if (ids.length === 0) return new Map()
  const rows = await orm
    .select({ id, class_group_id, text: classSources.text })
    .from(classSources)
    .where(and(inArray(class_group_id, ids), eq(state, 'ready')))
    .orderBy(asc(created_at), asc(id))
  const byClass = new Map<string, SourceText[]>()
  for (const row of rows) byClass.set(row.class_group_id, [...(byClass.get(row.class_group_id) ?? []), row])
  return byClass
}

/**
 * Deletes a source, and returns the key of a file that was not read yet; undefined if there is no such
 * source.
 */
export async function deleteSource(
  { orm }: Connection,
  teacher_id: string,
  source_id: string,
): Promise<string | null | undefined> {
  const [row] = await orm
    .delete(classSources)
    .where(and(eq(classSources.teacher_id, teacher_id), eq(id, source_id)))
    .returning({ blob_key: classSources.blob_key })
  return row?.blob_key
}

/** Begins to read a source, or comes back to one that is read; null if it is gone or failed. */
export async function updateSourceBegun({ orm }: Connection, source_id: string): Promise<SourceRow | null> {
  const [row] = await orm
    .update(classSources)
    .set({ runs: sql`${classSources.runs} + 1` })
    .where(and(eq(id, source_id), inArray(state, ['waiting', 'ready'])))
    .returning()
  return row ?? null
}

/** Ends the reading of a source, unless another worker took over or it was deleted. */
export async function updateSourceByRun(
  { orm }: Connection,
  { id: source_id, runs }: Pick<SourceRow, 'id' | 'runs'>,
  change: Partial<SourceRow>,
): Promise<boolean> {
  const rows = await orm
    .update(classSources)
    .set({ ...change, blob_key: null })
    .where(and(eq(id, source_id), eq(classSources.runs, runs), eq(state, 'waiting')))
    .returning({ id })
  return rows.length > 0
}

/** How many words the sources of a class have together. */
export async function selectSourceWords({ orm }: Connection, class_id: string): Promise<number> {
  const [row] = await orm
    .select({ words: sql<number>`coalesce(sum(${words}), 0)::float8` })
    .from(classSources)
    .where(eq(class_group_id, class_id))
  return row?.words ?? 0
}

export async function selectWaitingIds({ orm }: Connection): Promise<string[]> {
  return (await orm.select({ id }).from(classSources).where(eq(state, 'waiting'))).map((row) => row.id)
}

/** Which of these keys name a file that is still to be read. */
export async function selectKeysAmong({ orm }: Connection, keys: string[]): Promise<string[]> {
  const rows = await orm
    .select({ key: classSources.blob_key })
    .from(classSources)
    .where(inArray(classSources.blob_key, keys))
  return rows.flatMap(({ key }) => key ?? [])
}

/** The files of a teacher that are still to be read. */
export async function selectKeysOf({ orm }: Connection, teacher_id: string): Promise<string[]> {
  const rows = await orm
    .select({ key: classSources.blob_key })
    .from(classSources)
    .where(eq(classSources.teacher_id, teacher_id))
  return rows.flatMap(({ key }) => key ?? [])
}
