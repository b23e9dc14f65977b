import { classExportFilename } from '../../../../../apps/server/src/features/documents/exports/format.ts'
import { nameInArchive } from '../../../../../apps/server/src/features/operations/exports/write-export.ts'
import { displayName } from '../../../../../apps/server/src/http/multipart.ts'
import { pdfFilename, safeName, uniqueNames } from '../../../../../apps/server/src/lib/filenames.ts'
import { normaliseEmail } from '../../../../../apps/server/src/services/identity/embedded/accounts.ts'
import { type ClassGroup, routes } from '../../../../../packages/contract/src/index.ts'
import { assertRule, type Target } from '../target.ts'

/** Identity pages accept no longer form. */
const longestForm = 16_384

/** Whether a system accepts it as a file name. */
const isFilename = (name: string) => name !== '' && name.length <= 300 && !/[/\\]|\p{Cc}|\p{Cs}/u.test(name)

/** Names of files, students, classes and people, and the names of generated files. */
export const names = (): Target => ({
  name: 'names',
  seeds: [
    'essay.docx',
    'C:\\Essays\\7B\\essay (1).pdf',
    'Ida Holm',
    'Year 10 English',
    'Ida@School.Example',
  ].map((text) => Buffer.from(text)),
  words: ['.', '..', '/', '\\', ' ', '\0', '\r\n', '@', '\u202e', '\u0301', '\u200b', '\ufdfa', 'CON', '~'],
  maxBytes: 1_000,
  withText: (text) => Buffer.from(text),
  run(input) {
    const name = input.toString('utf8')
    const received = displayName(name)
    const unique = uniqueNames()
    const files = [
      received,
      pdfFilename(received),
      nameInArchive(1, name),
      classExportFilename({ class_name: name, academic_year: name } as ClassGroup, 'csv'),
      safeName(name, 'nobody'),
      unique(received),
      unique(received),
    ]
    for (const file of files) assertRule(isFilename(file), 'A name is that of one file, in one folder')
    normaliseEmail(name.slice(0, longestForm))
    const student = routes.createStudent.input.safeParse({ first_name: name, last_name: name, email: name })
    if (student.success)
      assertRule(!/\p{Cc}|\p{Cs}/u.test(JSON.stringify(student.data)), 'A name is one line')
  },
})
