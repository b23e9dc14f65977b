import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const kinds = ['string', 'route', 'call', 'timer', 'constant', 'state', 'rule'] as const

/** A test by its file (from the root of the repository) and its name: `describe > test`, templates as they are written in the source. */
export interface Proof {
  file: string
  test: string
}

/** One thing that the specification asks for. `at` says where: `P1 §2`, `P2 §8` or `decision 15`. */
export interface Row {
  id: string
  at: string
  kind: (typeof kinds)[number]
  literal: string
  /** Where the literal must stand word for word: `en-GB/report.json#title`, `contract/limits.ts` or a path from the root. */
  where?: string
  proof: Proof | null
}

export interface Room {
  room: string
  title: string
  /** Whether the room is said to be whole: every row of it then needs its proof. */
  finished: boolean
  rows: Row[]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}

function isProof(value: unknown): boolean {
  return value === null || (isObject(value) && typeof value.file === 'string' && typeof value.test === 'string')
}

function isRow(value: unknown): value is Row {
  if (!isObject(value)) return false
  const { id, at, kind, literal, where, proof, ...rest } = value
  return (
    typeof id === 'string' &&
    typeof at === 'string' &&
    /^(P[12] §\d|decision \d+|names)$/.test(at) &&
    kinds.some((each) => each === kind) &&
    typeof literal === 'string' &&
    literal !== '' &&
    (where === undefined || typeof where === 'string') &&
    isProof(proof) &&
    Object.keys(rest).length === 0
  )
}

function isHead(value: unknown): value is Omit<Room, 'rows'> {
  return isObject(value) && typeof value.room === 'string' && typeof value.title === 'string' && typeof value.finished === 'boolean'
}

/**
 * Reads a room: the first line says its name, title and whether it is finished, each further line is one row, all in JSON.
 * Throws with the number of the line that is something else.
 */
export function parseRoom(text: string): Room {
  const [head, ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  if (!isHead(head)) throw new Error('Line 1 is no head of a room')
  const wrong = rows.findIndex((row) => !isRow(row))
  if (wrong >= 0) throw new Error(`Line ${wrong + 2} of the room ${head.room} is no row`)
  return { ...head, rows: rows.filter(isRow) }
}

const folder = path.join(import.meta.dirname, 'rooms')

/** Every room, in the order of their names. */
export function readRooms(): Room[] {
  return readdirSync(folder)
    .sort()
    .map((file) => parseRoom(readFileSync(path.join(folder, file), 'utf8')))
}
