import type { ExtractedFact } from '../extraction.ts'
import { cleanParagraph } from '../paragraph.ts'
import type { Page } from './page.ts'

const maxChanges = 10_000
const maxPrograms = 5
const maxValueLength = 200

/**
 * How often something was added to a PDF after it was first made: each change appends a table and a new end. The first end of a file made for
 * quick viewing on the web points to place zero and is none.
 */
export function countChanges(bytes: Buffer): number {
  let ends = 0
  for (let at = bytes.indexOf('startxref'); at >= 0 && ends < maxChanges; at = bytes.indexOf('startxref', at + 1)) {
    const offset = /^startxref\s{1,4}(\d{1,12})\s{1,4}%%EOF/.exec(bytes.toString('latin1', at, at + 48))?.[1]
    if (offset !== undefined && Number(offset) > 0) ends++
  }
  return Math.max(0, ends - 1)
}

/** Programs that the PDF names anywhere, uncompressed: those of earlier versions and of joined files stay behind. None of an encrypted file. */
export function programsNamed(bytes: Buffer): string[] {
  const text = bytes.toString('latin1')
  if (/\/Encrypt\b/.test(text)) return []
  const found = new Set<string>()
  for (const [, literal, tagged] of text.matchAll(
    /\/(?:Producer|Creator)\s{0,4}\(([^()\\]{1,200})\)|<(?:pdf:Producer|xmp:CreatorTool)>([^<]{1,200})</g,
  )) {
    const program = literal === undefined ? Buffer.from(tagged ?? '', 'latin1').toString('utf8') : decodePdfString(literal)
    if (found.size < maxPrograms * 4) found.add(cleanParagraph(program))
  }
  return [...found].filter((program) => program !== '')
}

function decodePdfString(text: string): string {
  if (!text.startsWith('\u00fe\u00ff')) return text
  const utf16 = Buffer.from(text.slice(2), 'latin1')
  return utf16
    .subarray(0, utf16.length - (utf16.length % 2))
    .swap16()
    .toString('utf16le')
}

const papers: [name: string, short: number, long: number][] = [
  ['A4', 595, 842],
  ['A5', 420, 595],
  ['A3', 842, 1191],
  ['Letter', 612, 792],
  ['Legal', 612, 1008],
]
/** Points by which a page may differ from its paper. */
const tolerance = 6

function paperOf({ width, height }: Pick<Page, 'width' | 'height'>): string {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const paper = papers.find(([, x, y]) => Math.abs(short - x) <= tolerance && Math.abs(long - y) <= tolerance)
  const millimetres = (points: number) => Math.round((points * 25.4) / 72 / 5) * 5
  return paper?.[0] ?? `${millimetres(short)} × ${millimetres(long)} mm`
}

/** "A4 (3), Letter (1)": the sizes of the pages, most frequent first; null if all pages are of one size. */
function sizesOf(pages: readonly Pick<Page, 'width' | 'height'>[]): string | null {
  const counts = new Map<string, number>()
  for (const page of pages) counts.set(paperOf(page), (counts.get(paperOf(page)) ?? 0) + 1)
  if (counts.size < 2) return null
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .slice(0, maxPrograms)
    .map(([paper, count]) => `${paper} (${count})`)
    .join(', ')
}

/** What a PDF tells of what happened to it after it was first made. `programs` are those of its present metadata. */
export function pdfHistoryFacts(bytes: Buffer, pages: readonly Page[], programs: readonly string[]): ExtractedFact[] {
  const present = new Set(programs.map((program) => cleanParagraph(program)))
  const earlier = programsNamed(bytes).filter((program) => !present.has(program))
  const sizes = sizesOf(pages)
  const fact = (name: string, value: string | null): ExtractedFact[] =>
    value === null ? [] : [{ kind: 'pdf-history', name, value: value.slice(0, maxValueLength), count: null }]
  return [
    { kind: 'pdf-history', name: 'changes', value: null, count: countChanges(bytes) },
    ...fact('earlier-programs', earlier.slice(0, maxPrograms).join(', ') || null),
    ...fact('page-sizes', sizes),
  ]
}
