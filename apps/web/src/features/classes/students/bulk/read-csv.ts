import { type StudentRow, uploadLimits } from '@penmark/contract'
import { type Charset, decodeAs, decodeMarked, type Reading, readingsOf } from './charset.ts'
import { breaksIn, type Delimiter, delimiters, parse, recordsOf } from './csv-records.ts'
import { type OtherList, readOtherList } from './other-columns.ts'

/** The columns of the template, in order. */
export const columns = [
  'Firstname',
  'Lastname',
  'Email Address',
  'External ID',
  'Descriptor',
  'Assign to Class',
] as const

const frenchColumns = [
  'Prénom',
  'Nom',
  'Adresse e-mail',
  'Identifiant externe',
  'Description',
  'Classe',
] as const

/** The columns of the template as its reader downloads it. */
export const columnsIn = (language: string): readonly string[] =>
  language === 'fr-FR' ? frenchColumns : columns

export const templateName = 'student_bulk_upload_template.csv'

/** Why a file is not sent: a key of `bulk.error.…`. */
export type CsvFault = 'type' | 'reading' | 'parsing' | 'empty' | 'headers' | 'noRows' | 'tooMany' | 'letters'

/** A row that is left out. */
export interface SkippedRow {
  /** Its line in the file, from 1. */
  line: number
  text: string
  /** The wrong number of values, or an unclosed quotation mark. */
  reason: 'columns' | 'quotes'
  values: number
}

/** A file that cannot be sent. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly fault: CsvFault
  readonly skipped: SkippedRow[]
  /** The list as it is, if only its columns are not those of the template. */
  readonly list: OtherList | null
  /** What the file can mean, if it does not say how its letters are stored. */
  readonly readings: Reading[]
  constructor(
    fault: CsvFault,
    {
      skipped = [],
      list = null,
      readings = [],
      ...options
    }: ErrorOptions & { skipped?: SkippedRow[]; list?: OtherList | null; readings?: Reading[] } = {},
  ) {
    super(fault, options)
    this.fault = fault
    this.skipped = skipped
    this.list = list
    this.readings = readings
  }
}

export interface ReadRows {
  rows: StudentRow[]
  /** The line in the file, from 1, on which each row starts. */
  lines: number[]
  /** Without blank lines. */
  skipped: SkippedRow[]
}

/** School systems write titles above the header, and Excel a line that names the separator. */
const mostLinesAbove = 20

/** Without the empty values that a stray cell at the right adds to every row. */
function withoutTrailing(values: readonly string[]): readonly string[] {
  return values.slice(columns.length).every((value) => value.trim() === '')
    ? values.slice(0, columns.length)
    : values
}

function isHeader(names: readonly string[] = []): boolean {
  const kept = withoutTrailing(names)
  return [columns, frenchColumns].some(
    (template) =>
      kept.length === template.length &&
      template.every((column, i) => column === kept[i]?.trim().normalize()),
  )
}

/** Where the header is, and what separates its values; null if no line near the top is one. */
function findHeader(lines: readonly string[]): { index: number; delimiter: Delimiter } | null {
  for (const [index, line] of lines.slice(0, mostLinesAbove).entries()) {
    const delimiter = delimiters.find((candidate) => isHeader(parse(line, candidate).data[0]))
    if (delimiter !== undefined) return { index, delimiter }
  }
  return null
}

/** Invisible marks that systems put around Arabic and Hebrew names: two equal names would differ. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Reads the rows of a list: trimmed values separated by commas, or by semicolons or tabs if the header uses
 * them, with spreadsheet quoting. Lines above the header and empty values at the right are left out. Throws
 * `CsvError`.
 */
export function readRows(text: string): ReadRows {
  if (text.includes('\u0000')) throw new CsvError('parsing')
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(directionMarks, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split('\n')
  if (lines.slice(1).every((line) => line.trim() === '')) throw new CsvError('empty')
  const header = findHeader(lines)
  if (header === null) throw new CsvError('headers', { list: readOtherList(lines.join('\n')) })
  const data = lines.slice(header.index + 1)
  if (data.every((line) => line.trim() === '')) throw new CsvError('empty')
  const read: ReadRows = { rows: [], lines: [], skipped: [] }
  for (const { line, values: all, isMalformed } of recordsOf(
    data.join('\n'),
    header.delimiter,
    header.index + 2,
  )) {
    const values = withoutTrailing(all)
    if (values.length === 1 && values[0]?.trim() === '') continue
    if (isMalformed || values.length !== columns.length) {
      const reason = isMalformed ? 'quotes' : 'columns'
      read.skipped.push({
        line,
        text: lines.slice(line - 1, line + breaksIn(values)).join(' '),
        reason,
        values: values.length,
      })
      continue
    }
    const [
      FirstName = '',
      LastName = '',
      EmailAddress = '',
      ExternalID = '',
      Descriptor = '',
      AssignToClass = '',
    ] = values.map((value) => value.trim())
    read.rows.push({ FirstName, LastName, EmailAddress, ExternalID, Descriptor, AssignToClass })
    read.lines.push(line)
  }
  if (read.rows.length === 0) throw new CsvError('noRows', { skipped: read.skipped })
  if (read.rows.length > uploadLimits.studentsAtOnce) throw new CsvError('tooMany')
  return read
}

function isCsv({ name, type }: File): boolean {
  return name.toLowerCase().endsWith('.csv') || type === 'text/csv'
}

/** The text of a file in the charset that a person chose, or in the only one that it can be in. */
function decode(bytes: ArrayBuffer, chosen: Charset | null): string {
  if (chosen !== null) return decodeAs(bytes, chosen)
  const marked = decodeMarked(bytes)
  if (marked !== null) return marked
  const readings = readingsOf(bytes)
  const [only] = readings
  if (readings.length !== 1 || only === undefined) throw new CsvError('letters', { readings })
  return only.text
}

/** Reads a local file, in this charset if it was asked for. Throws `CsvError`. */
export async function readCsv(file: File, charset: Charset | null = null): Promise<ReadRows> {
  if (!isCsv(file)) throw new CsvError('type')
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new CsvError('reading', { cause })
  })
  return readRows(decode(bytes, charset))
}
