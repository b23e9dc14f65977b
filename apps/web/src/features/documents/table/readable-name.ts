import type { Document, Student } from '@penmark/contract'

/**
 * What learning platforms put in front of the name of a student's file, with the student's name or user name
 * in it: Moodle, Canvas, Blackboard and Brightspace.
 */
const platformPrefixes = [
  /^(?<writer>.+?)_\d+_assignsubmission_(?:file|onlinetext)_/i,
  /^(?<writer>[^_]*\p{L}[^_]*)_(?:late_)?\d+_\d+_/iu,
  /^.+?_(?<writer>[^_]+)_attempt_\d{4}(?:-\d{2}){5}_/i,
  /^\d+-\d+ ?- ?(?<writer>.+?) ?- ?.+?\d{1,4} [AP]M ?- ?/i,
]

const spellingOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * The end of a file name behind the student's own name, which is shown beside it; null if the name does not
 * begin with it.
 */
function behindName(name: string, first: string, last: string): string | null {
  for (const words of [`${first}${last}`, `${last}${first}`].map(spellingOf)) {
    for (const { index, 0: mark } of name.matchAll(/[ _-]+/g))
      if (spellingOf(name.slice(0, index)) === words) return name.slice(index + mark.length)
  }
  return null
}

/**
 * The name of a document as a teacher would say it: without what a learning platform put in front. Where
 * nobody is assigned, the writer that the platform named stays in front, because it is all that tells the
 * documents apart.
 */
export function readableName({
  original_filename: name,
  student_details: student,
}: Pick<Document, 'original_filename'> & {
  student_details?: Pick<Student, 'first_name' | 'last_name'> | null
}): string {
  for (const prefix of platformPrefixes) {
    const match = prefix.exec(name)
    const own = match && name.slice(match[0].length).replaceAll('_', ' ').trim()
    if (own) return student ? own : `${match.groups?.writer?.trim()} · ${own}`
  }
  const own = student ? behindName(name, student.first_name, student.last_name) : null
  return own?.trim() || name
}
