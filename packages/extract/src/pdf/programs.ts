import { cleanParagraph } from '../extraction/paragraph.ts'
import { decodeXml, readPdfString } from './strings.ts'

/** Programs beyond these are not named. */
export const maxPrograms = 5
/** Versions of a file that are looked at. */
const maxVersions = 50
/** Characters of an object that are looked at. */
const maxObject = 20_000

/**
 * Programs that the versions of a PDF name as their makers, as far as they are uncompressed. Figures embedded
 * in it name programs too, but no trailer refers to them. None of an encrypted file.
 */
export function programsNamed(bytes: Buffer): string[] {
  const text = bytes.toString('latin1')
  if (/\/Encrypt\b/.test(text)) return []
  const found = new Set<string>()
  for (const description of versionsOf(text, 'Info')) {
    for (const name of ['Creator', 'Producer'])
      found.add(cleanParagraph(readPdfString(description, name) ?? ''))
  }
  for (const catalogue of versionsOf(text, 'Root')) {
    const metadata = /\/Metadata\s{1,4}(\d{1,9})\s{1,4}(\d{1,5})\s{1,4}R/.exec(catalogue)
    for (const packet of metadata ? objectsOf(text, metadata[1] ?? '', metadata[2] ?? '') : []) {
      for (const [, program = ''] of packet.matchAll(/<(?:pdf:Producer|xmp:CreatorTool)>([^<]{1,400})</g)) {
        found.add(cleanParagraph(decodeXml(Buffer.from(program, 'latin1').toString('utf8'))))
      }
    }
  }
  return [...found].filter((program) => program !== '').slice(0, maxPrograms * 4)
}

/** The objects that trailers name under a key, in all versions of the file. */
function versionsOf(text: string, key: 'Info' | 'Root'): string[] {
  const references = new Map<string, [number: string, generation: string]>()
  for (const [, number = '', generation = ''] of text.matchAll(
    new RegExp(`/${key}\\s{1,4}(\\d{1,9})\\s{1,4}(\\d{1,5})\\s{1,4}R`, 'g'),
  )) {
    if (references.size < maxVersions) references.set(`${number} ${generation}`, [number, generation])
  }
  return [...references.values()].flatMap(([number, generation]) => objectsOf(text, number, generation))
}

/** The contents of an object, one for each time that the file defines it. */
function objectsOf(text: string, number: string, generation: string): string[] {
  const head = `${number} ${generation} obj`
  const objects: string[] = []
  for (
    let at = text.indexOf(head);
    at >= 0 && objects.length < maxVersions;
    at = text.indexOf(head, at + 1)
  ) {
    if (/\d/.test(text[at - 1] ?? '')) continue
    const content = text.slice(at + head.length, at + head.length + maxObject)
    const end = content.indexOf('endobj')
    objects.push(end < 0 ? content : content.slice(0, end))
  }
  return objects
}
