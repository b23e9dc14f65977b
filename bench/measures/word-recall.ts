import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createExtractor, type Extraction } from '../../packages/extract/src/index.ts'
import { type Figure, median } from '../figure.ts'
import { type Comparison, compareTexts } from './compared-texts.ts'

const run = promisify(execFile)

/** Another program that reads such files, and how far it is followed. */
interface Reference {
  type: 'pdf' | 'docx'
  program: string
  /** The Debian package that has it. */
  debian: string
  arguments(file: string): string[]
  /** What we leave out and this program does not tell from the text. */
  untold: string
  /** Recall that is promised at the median and at the fifth percentile. */
  promised: { median: number; fifth: number }
  /** Whether it has the order and the spaces of words from their places on the page, as we do. */
  placesWords: boolean
}

const references: Reference[] = [
  {
    type: 'pdf',
    program: 'pdftotext',
    debian: 'poppler-utils',
    arguments: (file) => ['-q', '-enc', 'UTF-8', file, '-'],
    untold: 'notes',
    promised: { median: 99.7, fifth: 97 },
    placesWords: true,
  },
  {
    type: 'docx',
    program: 'pandoc',
    debian: 'pandoc',
    arguments: (file) => [
      '--to=plain',
      '--wrap=none',
      `--lua-filter=${path.join(import.meta.dirname, '../plain-body.lua')}`,
      file,
    ],
    untold: 'table-of-contents',
    promised: { median: 100, fifth: 97 },
    placesWords: false,
  },
]

/** Fewer words say little about a file. */
const minWords = 50
const maxBytes = 10_000_000
/** Lines at the top and bottom of a page among which running lines are looked for. */
const outerLines = 4

/**
 * The share of words found by other programs that our readers find too, and how words of PDFs are ordered and
 * set apart, over the files of a folder. Running lines of a PDF, which we leave out on purpose, are taken out
 * of both; PDFs with footnotes and DOCX files with a table of contents are not counted, as the other program
 * does not tell these from the text.
 */
export async function measureWordRecall(folder: string, announce: (what: string) => void): Promise<Figure[]> {
  const files = (await readdir(folder, { recursive: true }))
    .map((file) => path.join(folder, file))
    .toSorted((a, b) => (a < b ? -1 : 1))
  const figures: Figure[] = []
  const extractor = createExtractor()
  try {
    for (const reference of references) {
      if (!(await isInstalled(reference.program))) {
        announce(
          `words found by ${reference.program}: left out, as it is not installed (Debian: ${reference.debian})`,
        )
        continue
      }
      announce(`words found by ${reference.program}`)
      const found: Comparison[] = []
      const waiting = files.filter((name) => name.toLowerCase().endsWith(`.${reference.type}`))
      const measureNext = async () => {
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
          const one =
            (await stat(file)).size <= maxBytes ? await compared(file, reference, extractor.extract) : null
          if (one !== null) found.push(one)
        }
      }
      await Promise.all(Array.from({ length: availableParallelism() }, measureNext))
      if (found.length > 0) figures.push(...figuresOf(found, reference))
    }
  } finally {
    await extractor.close()
  }
  return figures
}

const beginning = 'words of real '

/** Whether a row is measured here. */
export const isWordRecall = ({ name }: { name: string }): boolean => name.startsWith(beginning)

/** Words that may be joined in a million, and the share of runs of words that stands in the same order. */
const promisedOfPlaces = { joined: 100, split: 0, order: 99 }

function figuresOf(found: Comparison[], { type, program, promised, placesWords }: Reference): Figure[] {
  const of = `${beginning}${type.toUpperCase()} files`
  const name = `${of} that ${program} finds and we find too`
  const sorted = found.map((one) => (one.found / one.words) * 100).sort((a, b) => a - b)
  const n = found.length
  const fifth = sorted[Math.floor(n * 0.05)] ?? 0
  const recall: Figure[] = [
    {
      name: `${name}, median`,
      value: median(sorted),
      unit: '%',
      n,
      target: promised.median,
      better: 'higher',
    },
    {
      name: `${name}, fifth percentile`,
      value: fifth,
      unit: '%',
      n,
      target: promised.fifth,
      better: 'higher',
    },
  ]
  if (!placesWords) return recall
  const sum = (key: keyof Comparison) => found.reduce((all, one) => all + one[key], 0)
  const inMillion = (count: number) => (count / sum('words')) * 1_000_000
  return [
    ...recall,
    {
      name: `${of}, runs of three that stand in the order of ${program}`,
      value: (sum('inOrder') / sum('runs')) * 100,
      unit: '%',
      n,
      target: promisedOfPlaces.order,
      better: 'higher',
    },
    {
      name: `${of} that ${program} sets apart and we join, in a million`,
      value: inMillion(sum('joined')),
      unit: 'words',
      n,
      target: promisedOfPlaces.joined,
      better: 'lower',
    },
    {
      name: `${of} that ${program} joins and we set apart, in a million`,
      value: inMillion(sum('split')),
      unit: 'words',
      n,
      target: promisedOfPlaces.split,
      better: 'lower',
    },
  ]
}

async function isInstalled(program: string): Promise<boolean> {
  return run(program, ['-v']).then(
    () => true,
    (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'ENOENT'),
  )
}

/**
 * Null if the file cannot be compared: one of the two does not read it, it has too few words, or parts of it
 * were left out.
 */
async function compared(
  file: string,
  reference: Reference,
  extract: (file: string) => Promise<Extraction>,
): Promise<Comparison | null> {
  const theirs = await run(reference.program, reference.arguments(file), {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  }).then(
    ({ stdout }) => stdout,
    () => null,
  )
  if (theirs === null) return null
  const ours = await extract(file).catch(() => null)
  if (ours === null || ours.facts.some(({ name }) => name === reference.untold)) return null
  const found = compareTexts(reference.type === 'pdf' ? withoutRunningLines(theirs) : theirs, ours.text)
  return found.words < minWords ? null : found
}

/**
 * The text of a PDF without lines that stand at the top or bottom of two or more pages, apart from their
 * numbers.
 */
function withoutRunningLines(text: string): string {
  const pages = text.split('\f').map((page) => page.split('\n').filter((line) => line.trim() !== ''))
  const keyOf = (line: string) => line.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()
  const isOuter = (page: string[], nth: number) => nth < outerLines || nth >= page.length - outerLines
  const pagesWith = new Map<string, number>()
  for (const page of pages) {
    const keys = new Set(page.filter((_, nth) => isOuter(page, nth)).map(keyOf))
    for (const key of keys) pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1)
  }
  const kept = pages.map((page) =>
    page.filter((line, nth) => !isOuter(page, nth) || (pagesWith.get(keyOf(line)) ?? 0) < 2),
  )
  return kept.map((page) => page.join('\n')).join('\n')
}
