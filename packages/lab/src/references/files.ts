import { docxOf, paragraphXml } from '../../../extract/fixtures/hostile.ts'
import { assemblePdf } from '../../../extract/fixtures/pdf-writer.ts'
import type { ReferenceEssay } from './essays.ts'

export const fileKinds = ['txt', 'txt-wrapped', 'docx', 'pdf', 'pdf-narrow'] as const
export type FileKind = (typeof fileKinds)[number]

/** The file that a student would hand in. */
export function fileOf(essay: ReferenceEssay, kind: FileKind): Buffer {
  const before = [...essay.body, ...(essay.heading === null ? [] : [essay.heading])]
  switch (kind) {
    case 'txt':
      return Buffer.from([...before, ...essay.entries, ...essay.after].join('\n'))
    case 'txt-wrapped':
      return Buffer.from(
        [...before, ...essay.entries, ...essay.after]
          .map((text) => wrapped(text, 80).join('\n'))
          .join('\n\n'),
      )
    case 'docx':
      return docxOf(
        [...before, ...essay.entries, ...essay.after].map((text) => paragraphXml(escaped(text))).join(''),
      )
    case 'pdf':
    case 'pdf-narrow':
      return pdfOf(before, essay.entries, essay.after, kind === 'pdf' ? 78 : 58)
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Lines of at most so many characters; long words and addresses are broken as word processors do. */
function wrapped(text: string, width: number, later = width): string[] {
  const lines: string[] = []
  let line = ''
  const most = () => (lines.length === 0 ? width : later)
  for (const word of text.split(' ')) {
    let rest = word
    if (line !== '' && line.length + 1 + rest.length <= most()) {
      line += ` ${rest}`
      continue
    }
    const room = most() - line.length - 1
    const seam = breakOf(rest, room)
    if (line !== '' && seam !== null) {
      lines.push(`${line} ${seam[0]}`)
      rest = seam[1]
    } else if (line !== '') lines.push(line)
    line = rest
  }
  return line === '' ? lines : [...lines, line]
}

/** A long word is hyphenated, an address broken behind a slash or a hyphen. */
function breakOf(word: string, room: number): [string, string] | null {
  if (word.length < 9 || room < 5) return null
  if (/^https?:|\//.test(word)) {
    const at = Math.max(word.lastIndexOf('/', room - 1), word.lastIndexOf('-', room - 1)) + 1
    return at > 8 ? [word.slice(0, at), word.slice(at)] : null
  }
  if (!/^\p{Ll}+[.,]?$/u.test(word)) return null
  const at = Math.min(room - 1, word.length - 4)
  return at < 3 ? null : [`${word.slice(0, at)}-`, word.slice(at)]
}

const leading = 14
const linesOnPage = 48
const characterWidth = 6
/** Characters of the Windows code page that lie elsewhere in Unicode. */
const codes = new Map([
  ['–', 0x96],
  ['—', 0x97],
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['…', 0x85],
])

const hexOf = (text: string) =>
  Array.from(text, (character) =>
    (codes.get(character) ?? character.charCodeAt(0) & 0xff).toString(16).padStart(2, '0'),
  ).join('')

/** A PDF in a typewriter face, its list with hanging indents. */
function pdfOf(before: string[], entries: string[], after: string[], width: number): Buffer {
  const rows: { text: string; x: number; gap: number }[] = []
  const add = (texts: string[], hanging: number) => {
    for (const text of texts) {
      wrapped(text, width, width - hanging).forEach((line, nth) => {
        rows.push({ text: line, x: 72 + (nth === 0 ? 0 : hanging * characterWidth), gap: nth === 0 ? 8 : 0 })
      })
    }
  }
  add(before, 0)
  add(entries, 6)
  add(after, 0)
  const pages: string[] = []
  for (let from = 0; from < rows.length; from += linesOnPage) {
    let y = 780
    const lines = rows.slice(from, from + linesOnPage).map(({ text, x, gap }) => {
      y -= leading + gap * 0.5
      return `BT /F 10 Tf ${x} ${y} Td <${hexOf(text)}> Tj ET`
    })
    pages.push(lines.join('\n'))
  }
  return assembled(pages)
}

function assembled(pages: string[]): Buffer {
  const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
  const kids = pages.map((_, nth) => `${4 + nth * 2} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, nth) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + nth * 2} 0 R >>`,
      stream(content),
    ]),
  ]
  return assemblePdf(objects.map((object) => Buffer.from(object, 'latin1')))
}
