import { type TeacherImportFault, type TeacherImportProblem, teacherImportLimits } from '@penmark/contract'
import iconv from 'iconv-lite'
import Papa from 'papaparse'

/** A valid line of a list. Fields that are absent or empty are null. */
export interface ListedTeacher {
  line: number
  email: string
  first_name: string | null
  last_name: string | null
  is_administrator: boolean | null
  is_active: boolean | null
}

export interface TeacherList {
  teachers: ListedTeacher[]
  /** Every address in the file in lower case, including those of faulty lines. */
  emails: Set<string>
  problems: TeacherImportProblem[]
  /** Whether a line does not say whom it is about; then nobody may be taken for missing. */
  hasUnknownPeople: boolean
}

/** The file is not a list of teachers. */
export class TeacherListError extends Error {
  override readonly name = 'TeacherListError'
  readonly fault: TeacherImportFault
  constructor(fault: TeacherImportFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

const headings = {
  email: [
    'work email',
    'email',
    'e-mail',
    'email address',
    'e-mail address',
    'mail',
    'courriel',
    'adresse e-mail',
    'adresse électronique',
    'adresse mail',
  ],
  first_name: ['first name', 'firstname', 'given name', 'forename', 'prénom', 'prenom'],
  last_name: ['last name', 'lastname', 'surname', 'family name', 'nom', 'nom de famille'],
  role: ['role', 'rôle'],
  active: ['active', 'actif'],
} as const
type Column = keyof typeof headings

const teacherRoles = ['teacher', 'enseignant', 'enseignante', 'professeur']
const administratorRoles = ['administrator', 'admin', 'administrateur', 'administratrice']
const yes = ['yes', 'oui', 'true', '1']
const no = ['no', 'non', 'false', '0']

/** True or false if the value is in one of the lists, else null. */
function valueIn(value: string, whenTrue: readonly string[], whenFalse: readonly string[]): boolean | null {
  if (whenTrue.includes(value)) return true
  return whenFalse.includes(value) ? false : null
}

const longestName = 100
const longestEmail = 254
const emailPattern = /^[^\s@"<>,;:]+@[^\s@"<>,;:]+\.[^\s@"<>,;:.]+$/

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What spreadsheets in western Europe save unless they save UTF-8. The decoder of Node.js 20 loses its signs.
    return iconv.decode(Buffer.from(bytes), 'windows-1252')
  }
}

const normalise = (text: string) =>
  text
    .normalize('NFC')
    .trim()
    .replace(/[\s_]+/g, ' ')
    .toLowerCase()

/**
 * The column of each heading, or null to ignore it. Null altogether if a column is missing or named twice.
 */
function columnsOf(line: readonly string[]): (Column | null)[] | null {
  const columns = line.map((heading) => {
    const [found] = Object.entries(headings).filter(([, names]) =>
      (names as readonly string[]).includes(normalise(heading)),
    )
    return (found?.[0] as Column | undefined) ?? null
  })
  const named = columns.filter((column) => column !== null)
  const isComplete = (['email', 'first_name', 'last_name'] as const).every((column) => named.includes(column))
  return isComplete && new Set(named).size === named.length ? columns : null
}

const parse = (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' })

/** School systems write titles above the header, and Excel a line that names the separator. */
const mostLinesAbove = 20

/** Where the header is, and what separates its values; null if no line near the top is one. */
function findHeader(
  lines: readonly string[],
): { index: number; delimiter: string; columns: (Column | null)[] } | null {
  for (const [index, line] of lines.slice(0, mostLinesAbove).entries()) {
    for (const delimiter of [',', ';', '\t']) {
      const columns = columnsOf(parse(line, delimiter).data[0] ?? [])
      if (columns !== null) return { index, delimiter, columns }
    }
  }
  return null
}

/**
 * The lines with their numbers, the first of which is `from`. An unclosed quotation mark would swallow all
 * lines after it, so each line is then parsed by itself.
 */
function linesOf(
  text: string,
  delimiter: string,
  from: number,
): { line: number; values: string[]; isMalformed: boolean }[] {
  const parsed = parse(text, delimiter)
  if (parsed.errors.some(({ type }) => type === 'Quotes')) {
    return text.split('\n').map((row, index) => {
      const { data, errors } = parse(row, delimiter)
      return {
        line: from + index,
        values: data[0] ?? [''],
        isMalformed: errors.some(({ type }) => type === 'Quotes'),
      }
    })
  }
  let line = from
  return parsed.data.map((values) => {
    const record = { line, values, isMalformed: false }
    line += values.reduce((breaks, value) => breaks + value.split('\n').length - 1, 1)
    return record
  })
}

const isBlank = (values: readonly string[]) => values.every((value) => value.trim() === '')
const oneLineOf = (value: string | undefined) => value?.normalize('NFC').replace(/\s+/g, ' ').trim() || null

type ReadLine = { teacher: ListedTeacher } | { code: TeacherImportProblem['code'] }

function readLine(line: number, email: string, field: (column: Column) => string | undefined): ReadLine {
  const [first_name, last_name] = [oneLineOf(field('first_name')), oneLineOf(field('last_name'))]
  if ([first_name, last_name].some((name) => (name ?? '').length > longestName)) return { code: 'too-long' }
  const [role, active] = [normalise(field('role') ?? ''), normalise(field('active') ?? '')]
  const is_administrator = valueIn(role, administratorRoles, teacherRoles)
  const is_active = valueIn(active, yes, no)
  if (role !== '' && is_administrator === null) return { code: 'role' }
  if (active !== '' && is_active === null) return { code: 'active' }
  return { teacher: { line, email, first_name, last_name, is_administrator, is_active } }
}

/** Throws `TeacherListError` for a file that is no list of teachers. */
export function readList(bytes: Uint8Array): TeacherList {
  if (bytes.byteLength > teacherImportLimits.bytes) throw new TeacherListError('too-large')
  const text = decode(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  if (text.includes('\u0000')) throw new TeacherListError('unreadable')
  if (text.trim() === '') throw new TeacherListError('empty')
  const rows = text.split('\n')
  const header = findHeader(rows)
  if (header === null) throw new TeacherListError('headers')
  const { columns, delimiter, index } = header
  const lines = linesOf(rows.slice(index + 1).join('\n'), delimiter, index + 2)
  const filled = lines.filter(({ values }) => !isBlank(values))
  if (filled.length === 0) throw new TeacherListError('no-rows')
  if (filled.length > teacherImportLimits.lines) throw new TeacherListError('too-many-lines')

  const list: TeacherList = { teachers: [], emails: new Set(), problems: [], hasUnknownPeople: false }
  const reportUnknownPerson = (line: number, code: TeacherImportProblem['code']) => {
    list.hasUnknownPeople = true
    list.problems.push({ line, code })
  }
  for (const { line, values, isMalformed } of filled) {
    const field = (column: Column) => values[columns.indexOf(column)]
    const email = (field('email') ?? '').normalize('NFKC').trim().toLowerCase()
    if (isMalformed) reportUnknownPerson(line, 'quotes')
    else if (values.length !== columns.length) reportUnknownPerson(line, 'columns')
    else if (email.length > longestEmail || !emailPattern.test(email)) reportUnknownPerson(line, 'email')
    else if (list.emails.has(email)) list.problems.push({ line, code: 'duplicate' })
    else {
      list.emails.add(email)
      const read = readLine(line, email, field)
      if ('teacher' in read) list.teachers.push(read.teacher)
      else list.problems.push({ line, code: read.code })
    }
  }
  return list
}
