/**
 * Canvas writes two numbers of many digits behind the writer. Others are part of a file's own name:
 * `Group_5_2_Report.docx`, `essay_2024_11_final.docx`, and the date and time of a scan.
 */
export const canvasPrefix =
  /^(?=[^_]*\p{L})(?<writer>[^_]+)_(?:late_\d+_\d+|(?!(?:19|20)\d\d[01]\d[0-3]\d_)\d{5,}_\d{5,})_/iu

/**
 * What learning platforms put in front of the name of a student's file, with the student's name or user name
 * in it: Moodle, Canvas, Blackboard and Brightspace.
 */
const platformPrefixes = [
  /^(?<writer>.+?)_\d+_assignsubmission_(?:file|onlinetext)_/i,
  canvasPrefix,
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
function behindName(name: string, student: string): string | null {
  const words = student.split(/\s+/)
  // "Amelia Clarke" and "Clarke Amelia".
  const spellings = words.map((_, nth) => spellingOf([...words.slice(nth), ...words.slice(0, nth)].join('')))
  for (const spelling of spellings) {
    for (const { index, 0: mark } of name.matchAll(/[ _-]+/g))
      if (spellingOf(name.slice(0, index)) === spelling) return name.slice(index + mark.length)
  }
  return null
}

/** Whom a learning platform put in front of the name of a file, as it spells them; null if none did. */
export function platformWriter(name: string): string | null {
  for (const prefix of platformPrefixes) {
    const writer = prefix.exec(name)?.groups?.writer?.trim()
    if (writer) return writer
  }
  return null
}

/** A document with its student, who is told as two names or as one. */
interface NamedDocument {
  original_filename: string
  student_details?: { first_name: string; last_name: string } | null
  student_name?: string | null | undefined
}

/**
 * The name of a document as a teacher would say it: without what a learning platform put in front. Where
 * nobody is assigned, the writer that the platform named stays in front, because it is all that tells the
 * documents apart.
 */
export function readableName({
  original_filename: name,
  student_details,
  student_name = student_details && `${student_details.first_name} ${student_details.last_name}`,
}: NamedDocument): string {
  for (const prefix of platformPrefixes) {
    const match = prefix.exec(name)
    const own = match && name.slice(match[0].length).replaceAll('_', ' ').trim()
    if (own) return student_name ? own : `${match.groups?.writer?.trim()} · ${own}`
  }
  if (!student_name) return name
  // A text of the writing room: `Should homework be banned?, Amelia Clarke.txt`.
  const written = `, ${student_name.trim()}.txt`
  if (name.endsWith(written) && name !== written) return name.slice(0, -written.length)
  return behindName(name, student_name.trim())?.trim() || name
}
