import Papa from 'papaparse'

/** What may separate the values of a row. */
export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

export interface ReadRecord {
  line: number
  values: string[]
  isMalformed: boolean
}

export const parse = (text: string, delimiter: Delimiter) =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n' })
const isQuoteError = ({ type }: Papa.ParseError) => type === 'Quotes'
export const breaksIn = (values: readonly string[]) =>
  values.reduce((breaks, value) => breaks + value.split('\n').length - 1, 0)

/**
 * The records, numbered by their lines from `from`. An unclosed quotation mark would swallow all later rows,
 * so each line is then parsed by itself.
 */
export function recordsOf(text: string, delimiter: Delimiter, from: number): ReadRecord[] {
  const { data, errors } = parse(text, delimiter)
  if (errors.some(isQuoteError)) {
    return text.split('\n').map((row, index) => {
      const alone = parse(row, delimiter)
      return {
        line: from + index,
        values: alone.data[0] ?? [''],
        isMalformed: alone.errors.some(isQuoteError),
      }
    })
  }
  let line = from
  return data.map((values) => {
    const record = { line, values, isMalformed: false }
    line += 1 + breaksIn(values)
    return record
  })
}
