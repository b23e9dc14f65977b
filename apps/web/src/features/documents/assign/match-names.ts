import type { Student } from '@penmark/contract'
import { canvasPrefix } from '@penmark/reading'

type Named = Pick<Student, 'id' | 'first_name' | 'last_name'> &
  Partial<Pick<Student, 'external_student_id' | 'email'>>

/** Letters that do not decompose into a base letter and an accent. */
const transliterations = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }),
)

/** The words of a name in lower case, without accents, split at anything but letters and digits. */
function wordsOf(text: string): string[] {
  const simplified = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => transliterations.get(letter) ?? letter)
  return simplified.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
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
  return filename.replace(/\.[a-z]{2,4}$/i, '')
}

/** Both orders of a name as one word, because separators differ from file to file. */
function joinedSpellings(first: readonly string[], last: readonly string[]): string[] {
  return first.length === 0 || last.length === 0
    ? []
    : [[...first, ...last].join(''), [...last, ...first].join('')]
}

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

/**
 * Students by every spelling of their names, with all first names and with only the first, and by their user
 * names.
 */
function indexBySpelling(students: readonly Named[]): Map<string, Set<string>> {
  const bySpelling = new Map<string, Set<string>>()
  for (const student of students) {
    const { id, first_name, last_name } = student
    const first = wordsOf(first_name)
    const last = wordsOf(last_name)
    const spellings = [
      ...joinedSpellings(first, last),
      ...joinedSpellings(first.slice(0, 1), last),
      ...userNames(student),
    ]
    for (const spelling of spellings) {
      bySpelling.set(spelling, (bySpelling.get(spelling) ?? new Set()).add(id))
    }
  }
  return bySpelling
}

/**
 * The students whose names are in these words. A name that matches all of them rules out shorter names within
 * it.
 */
function studentsNamedIn(
  words: readonly string[],
  students: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const fullMatch = students.get(words.join(''))
  if (fullMatch) return fullMatch
  const ids = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + maxNameWords); to++) {
      for (const id of students.get(words.slice(from, to).join('')) ?? []) ids.add(id)
    }
  }
  return ids
}

/**
 * Students whose names are in the files' names, by document id. Accents, case and word order are ignored. A
 * file that matches two students gets none: a wrong name is worse than no name.
 */
export function matchByName(
  documents: readonly { id: string; original_filename: string }[],
  students: readonly Named[],
): ReadonlyMap<string, string> {
  const known = indexBySpelling(students)
  const matches = new Map<string, string>()
  for (const { id, original_filename } of documents) {
    const [only, ...others] = studentsNamedIn(wordsOf(nameCandidate(original_filename)), known)
    if (only !== undefined && others.length === 0) matches.set(id, only)
  }
  return matches
}
