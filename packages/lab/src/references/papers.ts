import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ExtractedFact, extractBytes, referenceFacts } from '@penmark/extract'

/**
 * What the checks say of real papers in one citation style. A claim is right if its error was planted, and
 * wrong otherwise.
 */
export interface PaperFigures {
  style: string
  papers: number
  listsFound: number
  /** Papers whose citations were compared with their list. */
  compared: number
  entries: number
  /** Claims about the papers as they are, in which every citation is listed and every entry cited. */
  falselyUnlisted: number
  falselyUncited: number
  otherFalse: number
  /** An entry was taken out of the list of each compared paper. */
  removed: { n: number; found: number }
  /** An entry of another paper was added to the list of each compared paper. */
  added: { n: number; found: number }
}

const noFigures = (style: string): PaperFigures => ({
  style,
  papers: 0,
  listsFound: 0,
  compared: 0,
  entries: 0,
  falselyUnlisted: 0,
  falselyUncited: 0,
  otherFalse: 0,
  removed: { n: 0, found: 0 },
  added: { n: 0, found: 0 },
})

interface Paper {
  paragraphs: string[]
  /** Where the paragraphs of the list begin. */
  list: number
}

/** Papers with fewer entries are not compared reliably once one is taken out. */
const fewestEntries = 4

/**
 * Measures papers rendered from their own bibliographies: Word files named `PAPER--STYLE.docx` in a folder,
 * each with a heading "References". How to make them stands in docs/evaluation/references.md.
 */
export async function measurePapers(folder: string, year: number): Promise<PaperFigures[]> {
  const byStyle = new Map<string, Paper[]>()
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith('.docx'))
    .sort()) {
    const style = name.slice(name.lastIndexOf('--') + 2, -'.docx'.length)
    const { text } = await extractBytes(readFileSync(join(folder, name)))
    const paragraphs = text.split('\n\n')
    const list = paragraphs.lastIndexOf('References') + 1
    // A paper that cites nothing, or whose references are part of its text, has no rendered list.
    if (list > 0 && paragraphs.length - list >= 2)
      byStyle.set(style, [...(byStyle.get(style) ?? []), { paragraphs, list }])
  }
  return [...byStyle].map(([style, papers]) => {
    const figures = noFigures(style)
    for (const [nth, paper] of papers.entries())
      measurePaper(paper, papers[(nth + 1) % papers.length] as Paper, year, figures)
    return figures
  })
}

function measurePaper({ paragraphs, list }: Paper, other: Paper, year: number, figures: PaperFigures): void {
  const factsOf = (entries: readonly string[]) =>
    referenceFacts([...paragraphs.slice(0, list), ...entries].join('\n\n'), year)
  const entries = paragraphs.slice(list)
  const facts = factsOf(entries)
  const found = facts.find(({ kind }) => kind === 'reference-list')
  figures.papers++
  if (found === undefined) return
  figures.listsFound++
  figures.entries += entries.length
  const count = (kind: ExtractedFact['kind']) => facts.filter((fact) => fact.kind === kind).length
  figures.falselyUnlisted += count('unlisted-citation')
  figures.falselyUncited += count('uncited-reference')
  figures.otherFalse += facts.length - 1 - count('unlisted-citation') - count('uncited-reference')
  if (found.name !== 'compared' || entries.length < fewestEntries) return
  figures.compared++
  const known = new Set(facts.map(({ kind, value }) => `${kind} ${value}`))
  const isNew = ({ kind, value }: ExtractedFact) => !known.has(`${kind} ${value}`)
  // The last entry: the numbers of the others stay as they are.
  figures.removed.n++
  if (factsOf(entries.slice(0, -1)).some((fact) => fact.kind === 'unlisted-citation' && isNew(fact)))
    figures.removed.found++
  const added = renumbered(other.paragraphs[other.list] ?? '', entries.length + 1)
  figures.added.n++
  if (factsOf([...entries, added]).some((fact) => fact.kind === 'uncited-reference' && isNew(fact)))
    figures.added.found++
}

/** An entry with the number that follows those of a list, if it has one. */
const renumbered = (entry: string, number: number): string =>
  entry.replace(/^(\[|\()?\d{1,3}(?=[\]).])/, (_, bracket: string | undefined) => `${bracket ?? ''}${number}`)
