import { textOf } from '../../../bench/texts.ts'

const wordsInLine = 12

/** A PDF with the given number of pages and words per page, in a standard font. */
export function pdfOf({ pages, words, nth }: { pages: number; words: number; nth: number }): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
  ]
  const kids: string[] = []
  for (let page = 0; page < pages; page += 1) {
    const all = textOf(words, nth * pages + page)
      .replaceAll(/[\\()]|[^\x20-\x7e]/g, '')
      .split(' ')
    const lines = Array.from({ length: Math.ceil(all.length / wordsInLine) }, (_, i) =>
      all.slice(i * wordsInLine, (i + 1) * wordsInLine).join(' '),
    )
    const content = `BT /F1 11 Tf 14 TL 60 780 Td ${lines.map((line) => `(${line}) Tj T*`).join('\n')} ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    )
    kids.push(`${objects.length - 1} 0 R`)
  }
  objects[1] = `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`
  let text = '%PDF-1.7\n'
  const places = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    'latin1',
  )
}
