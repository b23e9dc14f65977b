import { type StudentRow, uploadLimits } from '@penmark/contract'
import { delimiters, parse, type ReadRecord, recordsOf } from './csv-records.ts'

/** A list with other columns than the template's. */
export interface OtherList {
  headers: string[]
  /** The rows below the header, without blank ones. */
  records: ReadRecord[]
}

/** Which column of a list each field is taken from; null for none. */
export type ColumnMapping = Record<keyof StudentRow, number | null>

export const fields = [
  'FirstName',
  'LastName',
  'EmailAddress',
  'ExternalID',
  'Descriptor',
  'AssignToClass',
] as const satisfies readonly (keyof StudentRow)[]

/** The header is the first of these lines with the most names. */
const mostLinesAbove = 20

const filled = (values: readonly string[]) => values.filter((value) => value.trim() !== '').length

/** The list in a text whose columns are not those of the template; null if it has no two columns. */
export function readOtherList(text: string): OtherList | null {
  const lines = text.split('\n')
  const heads = lines
    .slice(0, mostLinesAbove)
    .flatMap((line, index) =>
      delimiters.map((delimiter) => ({ index, delimiter, names: parse(line, delimiter).data[0] ?? [] })),
    )
  const [head] = heads.toSorted((a, b) => filled(b.names) - filled(a.names))
  if (!head || filled(head.names) < 2) return null
  const records = recordsOf(lines.slice(head.index + 1).join('\n'), head.delimiter, head.index + 2).filter(
    ({ values }) => filled(values) > 0,
  )
  return records.length === 0 ? null : { headers: head.names.map((name) => name.trim()), records }
}

/** What school systems and learning platforms call the columns, in letters alone. */
const usualNames: Record<keyof StudentRow, RegExp> = {
  FirstName:
    /^(first|given|preferred|legalfirst)names?$|^vornamen?$|^nome$|^nombres?$|^имя$|^forenames?$|^(preferred|legal|chosen)forename$|^firstname|^pr[ée]noms?$|^students?firstname$/,
  LastName:
    /^lastname|^(nach|familien)name$|^cognome$|^apellidos?$|^фамилия$|^(family|second)names?$|^(legal|preferred)?surnames?$|^nom(defamille)?$|^students?(lastname|surname)$/,
  EmailAddress: /e?mail|correo|почта/,
  ExternalID:
    /^(external|student|pupil|candidate|sis|user|admission|login|sisuser)?(id|number|no)$|^id(number)?$|^upn$|^ine$|^username$|^loginid$|^admno$|^s?id$|^sourcedid$|^identifi(ant|er)$|^(kennung|schülernummer|matrikelnummer|matricola|matrícula|номер)$/,
  Descriptor: /^(descriptor|notes?|comments?|description|sen|send|eal)$/,
  AssignToClass:
    /^(assigntoclass|class|classe|group|groups?|regform|reggroup|registrationgroup|form|section|sections?|teachinggroup|classname|course|tutorgroup|klasse|gruppe|kurs|gruppo|corso|clase|grupo|curso|класс|группа)$/,
}

/** Both names in one column. */
const fullName = /^(full|student|pupil|display)?names?$|^lastfirst$|^student$|^pupil$|^[ée]lève$/

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The columns that a list most likely means by its own names. */
export function guessColumns({ headers }: OtherList): ColumnMapping {
  const names = headers.map(lettersOf)
  const find = (pattern: RegExp) => {
    const index = names.findIndex((name) => pattern.test(name))
    return index < 0 ? null : index
  }
  const guess = Object.fromEntries(fields.map((field) => [field, find(usualNames[field])])) as ColumnMapping
  const both = find(fullName)
  return { ...guess, FirstName: guess.FirstName ?? both, LastName: guess.LastName ?? both }
}

/** Whether the names of the columns say where the students' names are. */
export function namesStudents(list: OtherList): boolean {
  const { FirstName, LastName } = guessColumns(list)
  return FirstName !== null && LastName !== null
}

/** Words in lower case that begin a family name: `de Vries`, `van der Berg`, `bin Hassan`. */
const particles = new Set(
  (
    'af al av ben bin bint da dal dalla das de degli dei del della delle dello den der des di do dos du ' +
    "el het ibn in 't la las le les lo los op ten ter van vom von zu zum zur"
  ).split(' '),
)

/** Words between the two parts of a family name: `Ortega y Gasset`. */
const conjunctions = new Set(['e', 'i', 'y'])

/** `Haddad, Amira` or `Amira Haddad`. */
function splitName(name: string): Pick<StudentRow, 'FirstName' | 'LastName'> {
  const [last = '', first] = name.split(',').map((part) => part.trim())
  if (first !== undefined) return { FirstName: first, LastName: last }
  const words = name.trim().split(/\s+/)
  const start = familyNameStart(words)
  return { FirstName: words.slice(0, start).join(' '), LastName: words.slice(start).join(' ') }
}

/** The index of the first word of the family name; the first word is always a given name. */
function familyNameStart(words: readonly string[]): number {
  const lastIndex = Math.max(1, words.length - 1)
  const start = words.findIndex((word, index) => index > 0 && index < lastIndex && particles.has(word))
  const conjunction = words.findIndex(
    (word, index) => index > 1 && index < lastIndex && conjunctions.has(word),
  )
  return Math.min(...[start, conjunction - 1, lastIndex].filter((index) => index > 0))
}

/** The students of a list by these columns, with the line of each. Rows without any name are left out. */
export function studentsOf(
  { records }: OtherList,
  mapping: ColumnMapping,
): { rows: StudentRow[]; lines: number[] } {
  const isOneColumn = mapping.FirstName !== null && mapping.FirstName === mapping.LastName
  const read = records.flatMap(({ values, line }) => {
    const textOf = (field: keyof StudentRow) => values[mapping[field] ?? -1]?.trim() ?? ''
    const row = Object.fromEntries(fields.map((field) => [field, textOf(field)])) as StudentRow
    const student = isOneColumn ? { ...row, ...splitName(row.FirstName ?? '') } : row
    return student.FirstName === '' && student.LastName === '' ? [] : [{ student, line }]
  })
  const kept = read.slice(0, uploadLimits.studentsAtOnce)
  return { rows: kept.map(({ student }) => student), lines: kept.map(({ line }) => line) }
}
