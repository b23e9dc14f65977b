import type { Area, Row } from './areas.ts'
import { type Block, hashOf, normalise, type Statement } from './specification.ts'

/** What is committed of a statement: the rows that quote it, with the hash of each, or why it needs none. */
export interface Entry {
  at: string
  hash: string
  rows: Record<string, string>
  reason?: string
}

/** A part of a statement that a row quotes. */
interface Quote {
  statement: Statement
  start: number
  end: number
}

const mostDepartures = 20
const rowsOf = (areas: readonly Area[]) => areas.flatMap(({ rows }) => rows)
const rowHash = ({ at, kind, decision, literal }: Row) =>
  hashOf(at, kind === 'departure' ? `${decision}: ${literal}` : literal)

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** What a literal quotes in each place where it occurs; only whole statements, if it is one. */
function findPlaces({ at, literal }: Row, blocks: readonly Block[]): Quote[][] {
  const whole = normalise(literal)
  const parts = whole.split(' … ').map((part) => `(${escapePattern(part)})`)
  const pattern = new RegExp(parts.join('.*?'), 'dg')
  const places = blocks
    .filter((block) => block.at === at)
    .flatMap(({ text, statements }) =>
      [...text.matchAll(pattern)].map(({ indices = [] }) =>
        statements.flatMap((statement) => {
          const { start, text: words } = statement
          return indices
            .slice(1)
            .map(([from, to] = [0, 0]) => ({
              statement,
              start: Math.max(from, start),
              end: Math.min(to, start + words.length),
            }))
            .filter((quote) => quote.start < quote.end)
        }),
      ),
    )
  const exact = places.filter(([first, ...rest]) => rest.length === 0 && first?.statement.text === whole)
  return exact.length > 0 ? exact : places
}

/** Why a row is no quote. Null if it is. */
function misquote(row: Row, places: readonly Quote[][], blocks: readonly Block[]): string | null {
  if (row.decision !== undefined && !blocks.some(({ at }) => at === `decision ${row.decision}`))
    return `departs by decision ${row.decision}, which does not exist`
  if (places.length === 0) return 'is not in the words of the specification'
  const different = new Set(places.map((quotes) => quotes.map(({ statement }) => statement.hash).join(' ')))
  return different.size === 1 ? null : `could quote ${different.size} places, so it must quote more words`
}

/** Whether a number of a statement is in no quote. */
function hasUnquotedNumber({ text, start }: Statement, quotes: readonly Quote[]): boolean {
  return [...text.matchAll(/\d+/g)].some(({ index }) => {
    const place = start + index
    return !quotes.some((quote) => quote.start <= place && place < quote.end)
  })
}

export interface Comparison {
  entries: Entry[]
  misquoted: string[]
  /** Statements, or numbers in them, that no row quotes and no reason explains. */
  missing: { at: string; text: string }[]
}

/** Compares rows with the specification. The reasons of known entries are kept. */
export function compare(
  areas: readonly Area[],
  blocks: readonly Block[],
  known: readonly Entry[],
): Comparison {
  const reasons = new Map(known.map(({ hash, reason }) => [hash, reason]))
  const quoting = new Map<string, { row: Row; quote: Quote }[]>()
  const misquoted = rowsOf(areas).flatMap((row) => {
    const places = findPlaces(row, blocks)
    const problem = misquote(row, places, blocks)
    if (problem !== null) return [`${row.id} ${problem}: ${row.literal}`]
    for (const quote of places[0] ?? [])
      quoting.set(quote.statement.hash, [...(quoting.get(quote.statement.hash) ?? []), { row, quote }])
    return []
  })
  const missing: Comparison['missing'] = []
  const entries = new Map<string, Entry>()
  for (const { at, isHeading, statements } of blocks)
    for (const statement of statements) {
      const found = quoting.get(statement.hash) ?? []
      const reason = found.length > 0 ? undefined : reasons.get(statement.hash)
      const isRequirement = /^P\d/.test(at) && !isHeading
      if (!isRequirement && found.length === 0) continue
      const quotes = found.map(({ quote }) => quote)
      if (
        isRequirement &&
        reason === undefined &&
        (quotes.length === 0 || hasUnquotedNumber(statement, quotes))
      )
        missing.push({ at, text: statement.text })
      const rows = Object.fromEntries(found.map(({ row }) => [row.id, rowHash(row)]))
      entries.set(statement.hash, { at, hash: statement.hash, rows, ...(reason !== undefined && { reason }) })
    }
  return { entries: [...entries.values()], misquoted, missing }
}

/** The rows that say what the product does otherwise, by the decision that allows it. */
export function departuresOf(areas: readonly Area[]): Row[] {
  return rowsOf(areas)
    .filter(({ kind }) => kind === 'departure')
    .sort((one, other) => (one.decision ?? 0) - (other.decision ?? 0))
}

/** All problems that can be seen without the specification. */
export function findChanges(areas: readonly Area[], entries: readonly Entry[]): string[] {
  const rows = rowsOf(areas)
  const quoted = new Set(entries.flatMap((entry) => Object.entries(entry.rows).map((pair) => pair.join(' '))))
  const ids = new Set(rows.map(({ id }) => id))
  const departures = departuresOf(areas).length
  return [
    ...rows
      .filter((row) => !quoted.has(`${row.id} ${rowHash(row)}`))
      .map(({ id }) => `${id} was not compared with the specification in these words`),
    ...entries
      .filter((entry) => entry.reason === undefined && !Object.keys(entry.rows).some((id) => ids.has(id)))
      .map(({ at, hash }) => `A statement of ${at} (${hash}) has neither a row nor a reason`),
    ...(departures > mostDepartures ? [`There are ${departures} departures, at most ${mostDepartures}`] : []),
  ]
}
