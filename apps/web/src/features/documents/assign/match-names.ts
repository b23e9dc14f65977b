import type { StatedNames, Student } from '@penmark/contract'
import { canvasPrefix } from '@penmark/reading'
import { isUsualWord, wordsOf } from './name-words.ts'

type Named = Pick<Student, 'id' | 'first_name' | 'last_name'> &
  Partial<Pick<Student, 'external_student_id' | 'email'>>

/**
 * Why a student is suggested. Only the whole name or the user name in a file's name is certain; the others
 * hold because no other student fits.
 */
export const matchReasons = ['name', 'initial', 'firstName', 'lastName', 'firstLines', 'author'] as const
export type MatchReason = (typeof matchReasons)[number]

export interface Match {
  student_id: string
  reason: MatchReason
}

/** No name has more words. */
const maxNameWords = 8

/**
 * Learning platforms put the name first: `Amira Haddad_12345_assignsubmission_file_essay.docx` and
 * `haddadamira_LATE_12345_67890_essay.docx`.
 */
const platformPrefixes = [/^(.+?)_\d+_assignsubmission_/i, canvasPrefix]

/** The part of a file name that may contain the writer's name. */
function nameCandidate(filename: string): string {
  for (const prefix of platformPrefixes) {
    const [, name] = prefix.exec(filename) ?? []
    if (name !== undefined) return name
  }
  return filename.replace(/\.[a-z]{2,4}$/i, '').replace(/['’]s\b/gu, '')
}

/** Both orders of a name as one word, because separators differ from file to file. */
const bothOrders = (first: string, last: string) =>
  first === '' || last === '' ? [] : [first + last, last + first]

/** Shorter ones are too likely to be part of a title. */
const shortestUserName = 5

/**
 * What learning platforms name files by: the id of the student elsewhere, and the user name, which is often
 * the beginning of the email address.
 */
function userNames({ first_name, last_name, external_student_id, email }: Named): string[] {
  const names = new Set([...wordsOf(first_name), ...wordsOf(last_name)])
  return [external_student_id, email?.split('@')[0]]
    .map((text) => wordsOf(text ?? '').join(''))
    .filter((name) => name.length >= shortestUserName && !names.has(name))
}

type Spellings = ReadonlyMap<string, ReadonlySet<string>>

interface Index {
  /** With all first names and with only the first, and the user names. */
  whole: Spellings
  /** A first name with the initial of the last, and the reverse. */
  initial: Spellings
  firstName: Spellings
  lastName: Spellings
}

function indexOf(students: readonly Named[]): Index {
  const spelled = (spellingsOf: (first: string[], last: string[], student: Named) => string[]): Spellings => {
    const ids = new Map<string, Set<string>>()
    for (const student of students) {
      for (const spelling of spellingsOf(wordsOf(student.first_name), wordsOf(student.last_name), student)) {
        if (spelling !== '') ids.set(spelling, (ids.get(spelling) ?? new Set()).add(student.id))
      }
    }
    return ids
  }
  return {
    whole: spelled((first, last, student) => [
      ...bothOrders(first.join(''), last.join('')),
      ...bothOrders(first[0] ?? '', last.join('')),
      ...userNames(student),
    ]),
    initial: spelled(([first = ''], last) => [
      ...bothOrders(first.slice(0, 1), last.join('')),
      ...bothOrders(first, (last[0] ?? '').slice(0, 1)),
    ]),
    firstName: spelled(([first = '']) => [first]),
    lastName: spelled((_first, last) => [last.join(''), last.filter((word) => !isUsualWord(word)).join('')]),
  }
}

/** The students spelled by a run of these words; one that is all of them rules out shorter ones within it. */
function studentsIn(words: readonly string[], spellings: Spellings): ReadonlySet<string> {
  const all = spellings.get(words.join(''))
  if (all) return all
  const ids = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + maxNameWords); to++) {
      for (const id of spellings.get(words.slice(from, to).join('')) ?? []) ids.add(id)
    }
  }
  return ids
}

const onlyOf = (ids: ReadonlySet<string>) => (ids.size === 1 ? ([...ids][0] ?? null) : null)

/**
 * A part of a name counts where the rest says what kind of file it is ("Ethan essay final"): in a title such
 * as "Marie Curie" it is somebody else's.
 */
function partlyNamed(words: readonly string[], index: Index): Match | null {
  const initials = studentsIn(words, index.initial)
  if (initials.size > 0) return toMatch(onlyOf(initials), 'initial')
  const own = words.filter((word) => !isUsualWord(word))
  for (const reason of ['firstName', 'lastName'] as const) {
    const ids = index[reason].get(own.join(''))
    if (ids) return toMatch(onlyOf(ids), reason)
  }
  return null
}

const toMatch = (student_id: string | null, reason: MatchReason): Match | null =>
  student_id === null ? null : { student_id, reason }

function namedByFile(filename: string, index: Index): Match | null {
  const words = wordsOf(nameCandidate(filename))
  const whole = studentsIn(words, index.whole)
  return whole.size > 0 ? toMatch(onlyOf(whole), 'name') : partlyNamed(words, index)
}

/** A line or an author names a student if nothing else stands in it but a class, a date or a label. */
function namedAlone(text: string, index: Index, reason: MatchReason): Match | null {
  const words = wordsOf(text)
  const own = words.filter((word) => !isUsualWord(word))
  for (const spellings of [index.whole, index.initial]) {
    const ids = spellings.get(words.join('')) ?? spellings.get(own.join(''))
    if (ids) return toMatch(onlyOf(ids), reason)
  }
  return null
}

function namedByText({ author, first_lines }: StatedNames, index: Index): Match | null {
  const found = first_lines.flatMap((line) => namedAlone(line, index, 'firstLines') ?? [])
  if (found.length > 0)
    return found.every(({ student_id }) => student_id === found[0]?.student_id) ? (found[0] ?? null) : null
  return author === null ? null : namedAlone(author, index, 'author')
}

/**
 * The student of each document, by its id, with the reason. Accents, case and word order are ignored. A
 * document that two students fit gets none, and so does one whose name and text disagree: a wrong name is
 * worse than no name.
 */
export function matchStudents(
  documents: readonly { id: string; original_filename: string }[],
  students: readonly Named[],
  stated: readonly StatedNames[] = [],
): ReadonlyMap<string, Match> {
  const index = indexOf(students)
  const byText = new Map(stated.map((names) => [names.id, namedByText(names, index)]))
  const matches = new Map<string, Match>()
  for (const { id, original_filename } of documents) {
    const byFile = namedByFile(original_filename, index)
    const other = byText.get(id) ?? null
    const agree = byFile === null || other === null || byFile.student_id === other.student_id
    const match = byFile?.reason === 'name' || agree ? (byFile ?? other) : null
    if (match) matches.set(id, match)
  }
  return withoutDoubles(matches)
}

/** Nobody is suggested twice, or beside a text that certainly is theirs: a borrowed file keeps its author. */
function withoutDoubles(matches: ReadonlyMap<string, Match>): ReadonlyMap<string, Match> {
  const times = new Map<string, number>()
  for (const { student_id } of matches.values()) times.set(student_id, (times.get(student_id) ?? 0) + 1)
  return new Map(
    [...matches].filter(([, { student_id, reason }]) => reason === 'name' || times.get(student_id) === 1),
  )
}
