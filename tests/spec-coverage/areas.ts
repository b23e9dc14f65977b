import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const kinds = ['string', 'route', 'call', 'timer', 'constant', 'state', 'rule', 'departure'] as const

/**
 * A test by its path from the root and its name: `describe > test`, with templates as written in the source.
 */
export interface Proof {
  file: string
  test: string
}

/**
 * One item of the specification. `at` is its place there: `P1 §2`, `P2 §8` or `decision 15`, and `literal` its
 * own words, with ` … ` where some are left out.
 */
export interface Row {
  id: string
  at: string
  kind: (typeof kinds)[number]
  literal: string
  /** Of a departure, the decision that allows it. */
  decision?: number
  /** How the product writes the literal, where that differs. */
  written?: string
  /**
   * Where the product's text must occur verbatim: `en-GB/report.json#title`, `contract/values/limits.ts` or a path from the
   * root.
   */
  where?: string
  proof: Proof | null
}

export interface Area {
  area: string
  title: string
  /** Whether the area is complete, so that every row needs a proof. */
  finished: boolean
  rows: Row[]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}

function isProof(value: unknown): boolean {
  if (value === null) return true
  if (!isObject(value)) return false
  const { file, test, ...rest } = value
  return typeof file === 'string' && typeof test === 'string' && Object.keys(rest).length === 0
}

function isRow(value: unknown): value is Row {
  if (!isObject(value)) return false
  const { id, at, kind, literal, decision, written, where, proof, ...rest } = value
  return (
    typeof id === 'string' &&
    typeof at === 'string' &&
    /^(P[12] §\d|decision \d+|names)$/.test(at) &&
    kinds.some((each) => each === kind) &&
    typeof literal === 'string' &&
    literal !== '' &&
    (kind === 'departure' ? Number.isInteger(decision) : decision === undefined) &&
    (written === undefined || typeof written === 'string') &&
    (where === undefined || typeof where === 'string') &&
    isProof(proof) &&
    Object.keys(rest).length === 0
  )
}

function isHead(value: unknown): value is Omit<Area, 'rows'> {
  return (
    isObject(value) &&
    typeof value.area === 'string' &&
    typeof value.title === 'string' &&
    typeof value.finished === 'boolean'
  )
}

/**
 * Parses an area in JSON lines: first its name, title and whether it is finished, then one row per line.
 * Throws with the number of an invalid line.
 */
export function parseArea(text: string): Area {
  const [head, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  if (!isHead(head)) throw new Error('Line 1 is not the header of an area')
  const wrong = rows.findIndex((row) => !isRow(row))
  if (wrong >= 0) throw new Error(`Line ${wrong + 2} of the area ${head.area} is not a row`)
  return { ...head, rows: rows.filter(isRow) }
}

const folder = path.join(import.meta.dirname, 'areas')

/** All areas, by name. */
export function readAreas(): Area[] {
  return readdirSync(folder)
    .sort()
    .map((file) => parseArea(readFileSync(path.join(folder, file), 'utf8')))
}
