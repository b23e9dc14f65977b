import { type StudentRow, uploadLimits } from '@penmark/contract'

/** The columns of the template, in their order. */
export const columns = ['Firstname', 'Lastname', 'Email Address', 'External ID', 'Descriptor', 'Assign to Class'] as const

export const templateName = 'student_bulk_upload_template.csv'

/** Why a file is not sent: the words are `bulk.error.…`. */
export type CsvFault = 'type' | 'reading' | 'parsing' | 'empty' | 'headers' | 'noRows' | 'tooMany'

/** A file that cannot be sent. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly fault: CsvFault
  constructor(fault: CsvFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

export interface ReadRows {
  rows: StudentRow[]
  /** The line of the file, from 1, that each row stands in. */
  lines: number[]
  /** Lines with another number of values than there are columns. Blank lines are no rows and not among them. */
  skipped: number[]
}

/** Spreadsheets save in UTF-8, or in the old Western alphabet of Windows. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads the rows of a list by its plain rule: values between commas, trimmed. Throws `CsvError`. */
export function readRows(text: string): ReadRows {
  if (text.includes('\u0000')) throw new CsvError('parsing')
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split('\n')
  const split = (line: string) => line.split(',').map((value) => value.trim())
  const [header = '', ...data] = lines
  if (data.every((line) => line.trim() === '')) throw new CsvError('empty')
  const names = split(header)
  if (names.length !== columns.length || columns.some((column, i) => column !== names[i])) throw new CsvError('headers')
  const read: ReadRows = { rows: [], lines: [], skipped: [] }
  for (const [index, line] of data.entries()) {
    if (line.trim() === '') continue
    const values = split(line)
    const [FirstName = '', LastName = '', EmailAddress = '', ExternalID = '', Descriptor = '', AssignToClass = ''] = values
    if (values.length !== columns.length) read.skipped.push(index + 2)
    else {
      read.rows.push({ FirstName, LastName, EmailAddress, ExternalID, Descriptor, AssignToClass })
      read.lines.push(index + 2)
    }
  }
  if (read.rows.length === 0) throw new CsvError('noRows')
  if (read.rows.length > uploadLimits.studentsAtOnce) throw new CsvError('tooMany')
  return read
}

function isCsv({ name, type }: File): boolean {
  return name.toLowerCase().endsWith('.csv') || type === 'text/csv'
}

/** Reads a file from the disk. Throws `CsvError`. */
export async function readCsv(file: File): Promise<ReadRows> {
  if (!isCsv(file)) throw new CsvError('type')
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    throw new CsvError('reading', { cause })
  })
  return readRows(decode(bytes))
}
