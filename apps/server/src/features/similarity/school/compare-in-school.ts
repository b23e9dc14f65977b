import { randomUUID } from 'node:crypto'
import { sha256 } from '../../../lib/secrets.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { lockDocuments, readComparables, readDocumentsById, readTexts } from '../../documents/index.ts'
import {
  compareAcrossTeachersInSlices,
  fingerprintsToLookUp,
  type TextWithSources,
  type WithColleague,
} from '../comparison/compare-texts.ts'
import { selectAlikeInSchool } from '../comparison/fingerprint-store.ts'
import { selectSourceTexts } from '../sources/source-store.ts'
import { replaceMatches } from './match-store.ts'
import { firstOf, measure, nameText, readable, tell } from './measure.ts'
import {
  deferComparison,
  deleteDeferral,
  hasMetEnough,
  type Meeting,
  noteMeeting,
  selectFirstMeeting,
} from './meetings.ts'
import { isSchoolCompared, lockSchoolCompared } from './setting.ts'
import type { SchoolMatchRow } from './tables.ts'

/**
 * As for the teacher's own documents: those most alike are compared word by word, as long as they have no
 * more words than these together.
 */
const limits = { documents: 24, words: 300_000 } as const

/** A document with its text, when it came, and the sources that its student may use. */
interface Dated extends Required<TextWithSources> {
  id: string
  teacher_id: string
  created_at: string
}

interface Compared extends Dated {
  assignment: string
  /** The teacher's own documents that are most like it. */
  ownTexts: readonly TextWithSources[]
}

/** The documents of other teachers that are most like a text. Each is read as its own teacher's. */
async function readAlikeInSchool(
  database: Database,
  { teacher_id, text, assignment }: Compared,
): Promise<Dated[]> {
  const alike = await selectAlikeInSchool(
    database,
    teacher_id,
    fingerprintsToLookUp(text, assignment),
    limits.documents,
  )
  const words = new Map<string, number>()
  const texts = new Map<string, string>()
  const teachers = [...new Set(alike.map((other) => other.teacher_id))]
  const idsOf = (owner: string) => alike.flatMap((other) => (other.teacher_id === owner ? [other.id] : []))
  for (const owner of teachers)
    for (const other of await readComparables(database, owner, idsOf(owner))) words.set(other.id, other.words)
  let sum = 0
  const compared = alike.filter(({ id }) => {
    sum += words.get(id) ?? 0
    return sum <= limits.words
  })
  for (const owner of teachers)
    for (const [id, read] of await readTexts(database, owner, idsOf(owner))) texts.set(id, read)
  const documents = new Map<string, { class_group_id: string | null; created_at: string }>()
  for (const owner of teachers)
    for (const other of await readDocumentsById(database, owner, idsOf(owner))) documents.set(other.id, other)
  const classes = [...documents.values()].map(({ class_group_id }) => class_group_id)
  const sources = await selectSourceTexts(database, [...new Set(classes)])
  return compared.flatMap((other) => {
    const [read, document] = [texts.get(other.id), documents.get(other.id)]
    if (read === undefined || document === undefined) return []
    const ofClass = sources.get(document.class_group_id ?? '') ?? []
    return [
      {
        ...other,
        text: read,
        created_at: document.created_at,
        sources: ofClass.map((source) => source.text),
      },
    ]
  })
}

const isOlder = (one: Dated, other: Dated): boolean =>
  one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at

/**
 * What both teachers are told of two documents, as a row for each side; none for nothing. Notes that their
 * texts met. In one transaction at a time (`lockSchoolCompared`), because an asker gets the first answer once.
 */
async function tellBoth(
  connection: Connection,
  key: string,
  [one, other]: readonly [Dated, Dated],
  found: WithColleague,
): Promise<SchoolMatchRow[]> {
  const olderSide = isOlder(one, other) ? 'a' : 'b'
  const [older, newer] = olderSide === 'a' ? [one, other] : [other, one]
  const hashes = { older: sha256(older.text), newer: sha256(newer.text) }
  const pair = { asker: newer.teacher_id, ...hashes }
  const measured = measure(key, pair, found.stretches, olderSide)
  if (!measured.hasMet) return []
  const sides = [
    { of: newer, about: older, text: nameText(key, hashes.newer), other_text: nameText(key, hashes.older) },
    { of: older, about: newer, text: nameText(key, hashes.older), other_text: nameText(key, hashes.newer) },
  ]
  const firsts = []
  for (const { of, text, other_text } of sides)
    firsts.push({
      text,
      first: await selectFirstMeeting(connection, { teacher_id: of.teacher_id, other_text }),
    })
  const { is_first, isTellable } = firstOf(firsts)
  const words =
    olderSide === 'a'
      ? { older: found.words, newer: found.wordsOther }
      : { older: found.wordsOther, newer: found.words }
  const told = tell(key, pair, measured, { isFirst: isTellable, words })
  for (const { of, about, text, other_text } of sides) {
    const meeting: Meeting = {
      teacher_id: of.teacher_id,
      text,
      other_teacher_id: about.teacher_id,
      other_text,
      is_asker: of === newer,
      is_first,
      is_told: told !== null,
    }
    await noteMeeting(connection, meeting, new Date())
  }
  if (told === null) return []
  const shown = readable(found, olderSide)
  const sideOf = (side: 'a' | 'b'): SchoolMatchRow => {
    const [own, counterpart] = side === 'a' ? [one, other] : [other, one]
    const all = own === older ? words.older : words.newer
    return {
      id: randomUUID(),
      teacher_id: own.teacher_id,
      document_id: own.id,
      other_teacher_id: counterpart.teacher_id,
      other_document_id: counterpart.id,
      found_by: one.id,
      text_hash: own === older ? hashes.older : hashes.newer,
      told_words: told.words,
      told_part: own === older ? told.partOlder : told.partNewer,
      words: shown.words,
      share: Math.min(1, shown.words / all),
      passages: shown.stretches.map(({ runs, ...ranges }) => ({
        start: ranges[side].start,
        end: ranges[side].end,
        words: runs.reduce((sum, { length }) => sum + length, 0),
      })),
    }
  }
  return [sideOf('a'), sideOf('b')]
}

/**
 * Stores the matches in the transaction that ends the comparison, unless an administrator has switched it
 * off.
 */
type Store = (connection: Connection) => Promise<void>

/**
 * Compares a document with those of other teachers. Beyond so many in a day it waits for the next: nobody has
 * as many students, and who tries what a colleague's text contains needs many documents.
 */
export async function compareInSchool(
  database: Database,
  key: string,
  compared: Compared,
  signal: AbortSignal,
): Promise<Store> {
  if (!(await isSchoolCompared(database))) return async () => undefined
  const { id, teacher_id, text } = compared
  const named = { teacher_id, text: nameText(key, sha256(text)) }
  if (await hasMetEnough(database, named, new Date()))
    return (connection) => deferComparison(connection, id, new Date())
  const others = await readAlikeInSchool(database, compared)
  const found = await compareAcrossTeachersInSlices(
    compared,
    {
      own: compared.ownTexts,
      colleagues: others.map(({ teacher_id: teacher, ...other }) => ({ ...other, teacher })),
    },
    compared.assignment,
    () => signal.throwIfAborted(),
  )
  return async (connection) => {
    const remaining = new Set([id])
    for (const owner of [...new Set(others.map((other) => other.teacher_id))].sort()) {
      const ids = others.flatMap((other) => (other.teacher_id === owner ? [other.id] : []))
      for (const each of await lockDocuments(connection, owner, ids)) remaining.add(each)
    }
    if (!(await lockSchoolCompared(connection))) return
    await deleteDeferral(connection, id)
    const rows: SchoolMatchRow[] = []
    for (const one of found) {
      const other = others[one.other]
      if (other !== undefined && remaining.has(other.id))
        rows.push(...(await tellBoth(connection, key, [compared, other], one)))
    }
    await replaceMatches(connection, id, rows)
  }
}
