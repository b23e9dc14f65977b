import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A sentence, table cell or constant of the specification, and where it stands in its block. */
export interface Statement {
  hash: string
  text: string
  start: number
}

/** A paragraph, list item, table row or heading. `at` is its place, as rows write it. */
export interface Block {
  at: string
  text: string
  isHeading: boolean
  statements: Statement[]
}

/** White space, quotation marks and emphasis may differ from the text; words may not. */
export function normalise(text: string): string {
  return text
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/["‘’“”]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export function hashOf(at: string, text: string): string {
  return createHash('sha256')
    .update(`${at}\n${normalise(text)}`)
    .digest('hex')
    .slice(0, 12)
}

// A sentence or a part between semicolons; in a table also a cell, the first with the one that it names.
const border = /(?<=[.!?]['’]?) (?=['(]?[A-Z])|(?<=;) | \| /g

function statementsOf(at: string, text: string): Statement[] {
  const borders = [...text.matchAll(border)]
  const nameEnds = borders.findIndex(([found]) => found === ' | ')
  const ends = borders.filter((_, index) => index !== nameEnds)
  const starts = [0, ...ends.map((end) => end.index + end[0].length)]
  return starts.map((start, index) => {
    const statement = text.slice(start, ends[index]?.index)
    return { hash: hashOf(at, statement), text: statement, start }
  })
}

/** Splits a page of the specification. `part` names it: `P1`, `P2` or `decision`, whose items are numbered. */
export function blocksOf(part: string, page: string): Block[] {
  let at = part === 'decision' ? 'names' : `${part} §0`
  const lines = page.replaceAll(/\n +(?=[^ -])/g, ' ').split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '' || /^\|[-:| ]+$/.test(line)) return []
    const section = part === 'decision' ? undefined : /^## (\d+)\./.exec(line)?.[1]
    const decision = part === 'decision' ? /^(\d+)\. /.exec(line)?.[1] : undefined
    if (section !== undefined) at = `${part} §${section}`
    if (decision !== undefined) at = `decision ${decision}`
    const isHeading = line.startsWith('#') || /^\|[-:| ]+$/.test(lines[index + 1] ?? '')
    const text = normalise(line.replace(/^(#+ |\s*- |\d+\. |\| )/, '').replace(/ \|$/, ''))
    return [{ at, text, isHeading, statements: statementsOf(at, text) }]
  })
}

const pages = [
  ['P1', 'part1-shell-public-account-admin.md'],
  ['P2', 'part2-documents-reports-students-classes.md'],
  ['decision', 'decisions.md'],
] as const

export function readSpecification(folder: string): Block[] {
  return pages.flatMap(([part, file]) => blocksOf(part, readFileSync(path.join(folder, file), 'utf8')))
}
