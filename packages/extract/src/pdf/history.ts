import type { ExtractedFact } from '../extraction/extraction.ts'
import { cleanParagraph } from '../extraction/paragraph.ts'
import { maxPrograms, programsNamed } from './programs.ts'
import type { Page } from './reader/page.ts'

const maxChanges = 10_000
const maxValueLength = 200

/**
 * How often something was added to a PDF after it was first made: each change appends a table and a new end.
 * Two ends are none: the first one of a file made for quick viewing on the web, which points to place zero,
 * and the second one that Office programs write at once, with an empty table.
 */
export function countChanges(bytes: Buffer): number {
  let ends = 0
  for (
    let at = bytes.indexOf('startxref');
    at >= 0 && ends < maxChanges;
    at = bytes.indexOf('startxref', at + 1)
  ) {
    const offset = Number(
      /^startxref\s{1,4}(\d{1,12})\s{1,4}%%EOF/.exec(bytes.toString('latin1', at, at + 48))?.[1] ?? 0,
    )
    if (
      offset > 0 &&
      !/^\s{0,4}xref\s{1,4}0 0\s{1,4}trailer/.test(bytes.toString('latin1', offset, offset + 32))
    )
      ends++
  }
  return Math.max(0, ends - 1)
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

/** Programs write their names with and without a registered sign, and in different encodings. */
const comparable = (program: string) =>
  cleanParagraph(program)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/**
 * What a PDF tells of what happened to it after it was first made. `programs` are those of its present
 * metadata.
 */
export function pdfHistoryFacts(
  bytes: Buffer,
  pages: readonly Page[],
  programs: readonly string[],
): ExtractedFact[] {
  const present = new Set(programs.map(comparable))
  const earlier = programsNamed(bytes).filter((program) => !present.has(comparable(program)))
  const sizes = sizesOf(pages)
  const fact = (name: string, value: string | null): ExtractedFact[] =>
    value === null ? [] : [{ kind: 'pdf-history', name, value: value.slice(0, maxValueLength), count: null }]
  return [
    { kind: 'pdf-history', name: 'changes', value: null, count: countChanges(bytes) },
    ...fact('earlier-programs', earlier.slice(0, maxPrograms).join(', ') || null),
    ...fact('page-sizes', sizes),
  ]
}
