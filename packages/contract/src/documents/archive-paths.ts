/**
 * Charsets in which older programs write the names in a ZIP without saying so: those of DOS, those of Windows,
 * and Chinese.
 */
export const archiveCharsets = [
  'cp437',
  'cp850',
  'cp852',
  'cp857',
  'cp866',
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1251',
  'gbk',
] as const
export type ArchiveCharset = (typeof archiveCharsets)[number]

/** Files that systems and programs add to folders: resource forks, folder settings, previews. */
const systemFiles = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$|~\$)/i

/**
 * Blackboard describes each submission in a text file, whose name begins the names of the submitted files.
 */
const submissionNote = /^(.+_attempt_\d{4}(?:-\d{2}){5})\.txt$/i

/**
 * A learning platform's own files, in archives that hold something of the shape that only its archives have.
 */
const ownFiles: { archive: RegExp; own: RegExp }[] = [
  // Sakai: a folder for each student, with the time and the teacher's comments beside that of the submitted
  // files.
  {
    archive: /\/Submission attachment\(s\)\//i,
    own: /(?:^|\/)(?:timestamp|comments|feedbackText)\.(?:txt|html)$|\/Feedback Attachment\(s\)\//i,
  },
  // Brightspace: a list of the submissions beside them.
  { archive: /(?:^|\/)\d+-\d+ ?- ?[^/]+ ?- ?/, own: /(?:^|\/)index\.html$/i },
  // Google Takeout: a page that leads through the archive.
  { archive: /^Takeout\//i, own: /(?:^|\/)archive_browser\.html$/i },
]

/**
 * The files of an archive that may be students' work: without folders, without the systems' own files, and
 * without those that a learning platform writes. A note without files holds what the student typed, and
 * stays.
 */
export function submittedPaths(paths: readonly string[]): string[] {
  const files = paths.filter((path) => !path.endsWith('/') && !systemFiles.test(path))
  const own = ownFiles.filter(({ archive }) => files.some((path) => archive.test(path)))
  return files.filter((path) => {
    const [, submission] = submissionNote.exec(path) ?? []
    const isNote = submission !== undefined && files.some((other) => other.startsWith(`${submission}_`))
    return !isNote && !own.some((platform) => platform.own.test(path))
  })
}
