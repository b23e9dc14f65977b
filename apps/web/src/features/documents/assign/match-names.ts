import type { Student } from '@penmark/contract'

type Named = Pick<Student, 'id' | 'first_name' | 'last_name'>

/** Letters that do not decompose into a base letter and an accent. */
const spelled = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }))

/** The words of a name in plain lower case: without accents, split at anything but a letter or a digit. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled.get(letter) ?? letter)
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** More words than any name has. */
const longestName = 8

/** Learning platforms put the name first: `Amira Haddad_12345_assignsubmission_file_essay.docx` and `haddadamira_LATE_12345_67890_essay.docx`. */
const platforms = [/^(.+?)_\d+_assignsubmission_/i, /^([^_]+)_(?:late_)?\d+_\d+_/i]

/** Where a file name may contain the writer's name. */
function writerPart(filename: string): string {
  for (const platform of platforms) {
    const [, name] = platform.exec(filename) ?? []
    if (name !== undefined) return name
  }
  return filename.replace(/\.[a-z]{2,4}$/i, '')
}

/** Both orders of a name as one word, because separators differ from file to file. */
function spellings(first: readonly string[], last: readonly string[]): string[] {
  return first.length === 0 || last.length === 0 ? [] : [[...first, ...last].join(''), [...last, ...first].join('')]
}

/** Students by every spelling of their names, with all first names and with only the first. */
function index(students: readonly Named[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { id, first_name, last_name } of students) {
    const first = wordsOf(first_name)
    const last = wordsOf(last_name)
    for (const spelling of [...spellings(first, last), ...spellings(first.slice(0, 1), last)]) {
      found.set(spelling, (found.get(spelling) ?? new Set()).add(id))
    }
  }
  return found
}

/** Everybody whose name is in these words. A name that matches all of them rules out shorter names within it. */
function namedIn(words: readonly string[], students: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const whole = students.get(words.join(''))
  if (whole) return whole
  const found = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + longestName); to++) {
      for (const id of students.get(words.slice(from, to).join('')) ?? []) found.add(id)
    }
  }
  return found
}

/**
 * Students whose names are in the files' names, by document id. Accents, case and word order are ignored. A file that matches two students
 * gets none: a wrong name is worse than no name.
 */
export function matchByName(
  documents: readonly { id: string; original_filename: string }[],
  students: readonly Named[],
): ReadonlyMap<string, string> {
  const known = index(students)
  const matches = new Map<string, string>()
  for (const { id, original_filename } of documents) {
    const [only, ...others] = namedIn(wordsOf(writerPart(original_filename)), known)
    if (only !== undefined && others.length === 0) matches.set(id, only)
  }
  return matches
}
