import type { StatedNames, Student } from '@penmark/contract'
import { canvasPrefix } from '@penmark/wording'
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
  /** The class within which alone it holds. */
  group?: string
}

/** Whether the file itself names the student in full, and no other student has that name. */
export const isCertain = ({ reason, group }: Match) => reason === 'name' && group === undefined

/** No name has more words. */
const maxNameWords = 8

/**
 * Learning platforms put the name first: `Amira Haddad_12345_assignsubmission_file_essay.docx` and
 * `haddadamira_LATE_12345_67890_essay.docx`.
 */
const platformPrefixes = [/^(.+?)_\d+_assignsubmission_/i, canvasPrefix]

/** The part of a file name that may contain the writer's name. */
export function nameCandidate(filename: string): string {
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
  /** A first name with the initial of the last, and the reverse; in a text they are two words. */
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

/** Whom a name or a text may mean; several if it does not tell them apart. */
interface Hint {
  ids: ReadonlySet<string>
  reason: MatchReason
}

/** In English and French they are words far more often than they stand for a name. */
const wordsOfOneLetter = new Set(['a', 'd', 'i', 'l', 'y'])
/** "H de la Tour". */
const maxLastNameWords = 3

/** A single letter beside a name, at the beginning or the end of what is not usual. */
function namedByInitial(words: readonly string[], { initial }: Index): Hint | null {
  const ids = new Set<string>()
  const add = (from: number, to: number) => {
    const rest = [...words.slice(0, from), ...words.slice(to)]
    const isAtAnEnd = words.slice(0, from).every(isUsualWord) || words.slice(to).every(isUsualWord)
    const isLetterAWord = words.slice(from, to).some((word) => wordsOfOneLetter.has(word))
    if (isLetterAWord ? !rest.every(isUsualWord) : !isAtAnEnd) return
    for (const id of initial.get(words.slice(from, to).join('')) ?? []) ids.add(id)
  }
  for (const [at, word] of words.entries()) {
    if (word.length !== 1) continue
    for (let count = 1; count <= maxLastNameWords; count++) {
      if (at + count < words.length) add(at, at + count + 1)
      if (at - count >= 0) add(at - count, at + 1)
    }
  }
  return ids.size > 0 ? { ids, reason: 'initial' } : null
}

/**
 * A part of a name counts where the rest says what kind of file it is ("Ethan essay final"): in a title such
 * as "Marie Curie" it is somebody else's.
 */
function partlyNamed(words: readonly string[], index: Index): Hint | null {
  const byInitial = namedByInitial(words, index)
  if (byInitial) return byInitial
  const own = words.filter((word) => !isUsualWord(word)).join('')
  for (const reason of ['firstName', 'lastName'] as const) {
    const ids = index[reason].get(own)
    if (ids) return { ids, reason }
  }
  return null
}

function namedByFile(filename: string, index: Index): Hint | null {
  const words = wordsOf(nameCandidate(filename))
  const ids = studentsIn(words, index.whole)
  return ids.size > 0 ? { ids, reason: 'name' } : partlyNamed(words, index)
}

/** A line or an author names a student if nothing else stands in it but a class, a date or a label. */
function namedAlone(text: string, index: Index, reason: MatchReason): Hint | null {
  const words = wordsOf(text)
  const own = words.filter((word) => !isUsualWord(word))
  const whole = index.whole.get(words.join('')) ?? index.whole.get(own.join(''))
  const isInitialed = own.length > 1 && own.some((word) => word.length === 1)
  const ids = whole ?? (isInitialed ? index.initial.get(own.join('')) : undefined)
  return ids ? { ids, reason } : null
}

/** Several lines that name students name all of them. */
function namedByLines(lines: readonly string[], index: Index): Hint | null {
  const ids = new Set(lines.flatMap((line) => [...(namedAlone(line, index, 'firstLines')?.ids ?? [])]))
  return ids.size > 0 ? { ids, reason: 'firstLines' } : null
}

/** The only student whom all hints allow. The whole name in the name of a file needs no others. */
function agreed(hints: readonly Hint[]): Match | null {
  const certain = hints.find(({ ids, reason }) => reason === 'name' && ids.size === 1)
  const [first, ...others] = certain ? [certain] : hints
  const [only, ...more] = [...(first?.ids ?? [])].filter((id) => others.every(({ ids }) => ids.has(id)))
  if (only === undefined || more.length > 0) return null
  // What names nobody else, or the last of several that only together name one.
  const reason = (hints.find(({ ids }) => ids.size === 1) ?? hints.at(-1))?.reason ?? 'author'
  return { student_id: only, reason: certain ? 'name' : reason }
}

/**
 * The student of each document, by its id, with the reason. Accents, case and word order are ignored. A
 * document that two students fit gets none, and so does one whose name and text disagree: a wrong name is
 * worse than no name. Whoever is `taken` is suggested for nothing that does not name them.
 */
export function matchStudents(
  documents: readonly { id: string; original_filename: string }[],
  students: readonly Named[],
  { stated = [], taken }: { stated?: readonly StatedNames[]; taken?: ReadonlySet<string> } = {},
): ReadonlyMap<string, Match> {
  const index = indexOf(students)
  const byId = new Map(stated.map((names) => [names.id, names]))
  const matches = new Map<string, Match>()
  for (const { id, original_filename } of documents) {
    const { author = null, first_lines = [] } = byId.get(id) ?? {}
    const match = agreed(
      [
        namedByFile(original_filename, index),
        namedByLines(first_lines, index),
        author === null ? null : namedAlone(author, index, 'author'),
      ].filter((hint) => hint !== null),
    )
    if (match) matches.set(id, match)
  }
  return withoutDoubles(matches, taken)
}

/** Nobody is suggested twice, or beside a text that certainly is theirs: a borrowed file keeps its author. */
function withoutDoubles(
  matches: ReadonlyMap<string, Match>,
  taken: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, Match> {
  const times = new Map<string, number>()
  for (const { student_id } of matches.values()) times.set(student_id, (times.get(student_id) ?? 0) + 1)
  return new Map(
    [...matches].filter(
      ([, { student_id, reason }]) =>
        reason === 'name' || (times.get(student_id) === 1 && !taken.has(student_id)),
    ),
  )
}

/** Adds to matches among all students those that hold within a class alone, and says so. */
export function withMatchesIn(
  group: string,
  matches: ReadonlyMap<string, Match>,
  within: ReadonlyMap<string, Match>,
): ReadonlyMap<string, Match> {
  const marked = [...within].map(([id, match]) => {
    const among = matches.get(id)
    const isSame = among?.student_id === match.student_id && among.reason === match.reason
    return [id, isSame ? match : { ...match, group }] as const
  })
  return new Map([...matches, ...marked])
}
