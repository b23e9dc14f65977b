/** An identifier that cannot be right, whatever it is meant to point to. */
export interface MalformedIdentifier {
  name: 'doi' | 'isbn' | 'issn' | 'arxiv'
  value: string
}

/**
 * The identifiers of a reference that cannot be right: check digits that do not fit, or parts of a wrong
 * form. Whatever a line break could have caused is passed over.
 */
export function malformedIdentifiers(text: string, year: number): MalformedIdentifier[] {
  return [...dois(text), ...isbns(text), ...issns(text), ...arxivs(text, year)]
}

/** A DOI is `10.`, a registrant of four to nine digits, a slash and a suffix. */
function dois(text: string): MalformedIdentifier[] {
  return Array.from(text.matchAll(/(?:doi\.org\/|\bdoi:? ?)(?=\d)([^\s,;<>"]{1,200})/gi), ([, value = '']) =>
    // Addresses write the slash as a code: "doi.org/10.1371%2Fjournal".
    value.replace(/%2F/i, '/').replace(/[).\]]{1,9}$/, ''),
  )
    .filter((value) => /^\d{1,9}\./.test(value) && value.length > 5)
    .filter((value) => !/^10\.\d{4,9}(?:\.\d+){0,4}(?:\/|$)/.test(value) && !/^10\.\d{0,9}$/.test(value))
    .map((value) => ({ name: 'doi', value }))
}

const isbnDigits = (text: string) => text.replace(/[^\dXx]/g, '').toUpperCase()

function isbns(text: string): MalformedIdentifier[] {
  const found: MalformedIdentifier[] = []
  for (const match of text.matchAll(/\bISBN(?:-1[03])?:? ?((?:\d[ -–]?){8,20}[\dXx])(?![\d-])/gi)) {
    const value = (match[1] ?? '').trim()
    const digits = isbnDigits(value)
    // More digits may follow after a space, such as a number of pages.
    const isLong = digits.startsWith('978') || digits.startsWith('979')
    const isRight = isLong ? isIsbn13(digits.slice(0, 13)) : isIsbn10(digits.slice(0, 10))
    if (isRight || (digits.length !== 13 && digits.length !== 10 && value.includes(' '))) continue
    found.push({ name: 'isbn', value })
  }
  return found
}

function isIsbn13(digits: string): boolean {
  if (!/^\d{13}$/.test(digits)) return false
  return (
    Array.from(digits, Number).reduce((sum, digit, nth) => sum + digit * (nth % 2 === 0 ? 1 : 3), 0) % 10 ===
    0
  )
}

const digitValue = (digit: string) => (digit === 'X' ? 10 : Number(digit))

function isIsbn10(digits: string): boolean {
  if (!/^\d{9}[\dX]$/.test(digits)) return false
  return Array.from(digits).reduce((sum, digit, nth) => sum + digitValue(digit) * (10 - nth), 0) % 11 === 0
}

function issns(text: string): MalformedIdentifier[] {
  return Array.from(
    text.matchAll(/\be?ISSN(?:-L)?:? ?(\d{4}[-–‐]?\d{3}[\dXx])(?![\d-])/gi),
    ([, value = '']) => value,
  )
    .filter((value) => {
      const sum = Array.from(isbnDigits(value)).reduce(
        (total, digit, nth) => total + digitValue(digit) * (8 - nth),
        0,
      )
      return sum % 11 !== 0
    })
    .map((value) => ({ name: 'issn', value }))
}

/**
 * Since April 2007 `YYMM.` and four digits, from 2015 on five; before that an archive, a slash, `YYMM` and
 * three digits.
 */
function arxivs(text: string, thisYear: number): MalformedIdentifier[] {
  const found: MalformedIdentifier[] = []
  for (const [, value = '', yy, mm, number = ''] of text.matchAll(
    /\barxiv(?:\.org\/(?:abs|pdf)\/|: ?)((\d\d)(\d\d)\.(\d{1,8}))(?!\d)/gi,
  )) {
    const year = 2000 + Number(yy)
    const month = Number(mm)
    const isMonth =
      month >= 1 && month <= 12 && year <= thisYear && (year > 2007 || (year === 2007 && month >= 4))
    if (!isMonth || number.length !== (year >= 2015 ? 5 : 4)) found.push({ name: 'arxiv', value })
  }
  for (const [, value = '', mm] of text.matchAll(
    /\barxiv(?:\.org\/(?:abs|pdf)\/|: ?)([a-z-]{2,12}(?:\.[A-Z]{2})?\/\d\d(\d\d)\d{3})(?!\d)/gi,
  )) {
    if (Number(mm) < 1 || Number(mm) > 12) found.push({ name: 'arxiv', value })
  }
  return found
}
