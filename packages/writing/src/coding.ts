import type { Origin, RecordEntry, StepEntry } from './step.ts'

/**
 * The compact text form in which entries are stored and hashed: a JSON array of the format's number and then,
 * in the order of the record:
 * - `[client, n]`: the following entries are by this client, numbered from `n`
 * - `[position]`: the following keys are pressed here
 * - `"text", [ms, ...]`: characters typed one after another, each with the milliseconds since the previous
 *   entry
 * - `-1, [ms, ...]`: characters deleted before the cursor; `1, [ms, ...]`: after it
 * - `[ms, origin, step]`: any other step
 * - `[ms, kind]` and `[ms, kind, characters]`: an entry that does not change the text
 * The same entries always give the same text, so that its hash can be computed again.
 */
const format = 1

/** The coded text of a record is damaged, or in a newer format. */
export class RecordCodingError extends Error {}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** JSON with sorted keys, because the order in which a client sends them is meaningless. */
function sorted(value: unknown): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value as Json
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, field]) => [key, sorted(field)]),
  )
}

const insertion = (at: number, text: string) => ({
  from: at,
  slice: { content: [{ text, type: 'text' }] },
  stepType: 'replace',
  to: at,
})
const deletion = (from: number) => ({ from, stepType: 'replace', to: from + 1 })

/**
 * Whether a text is a single character, and not half of a surrogate pair, which would join with the next
 * half.
 */
function isCharacter(text: string): boolean {
  const point = text.codePointAt(0)
  if (point === undefined || (point >= 0xd800 && point <= 0xdfff)) return false
  return text.length === (point > 0xffff ? 2 : 1)
}

/** The single character that a typing step inserts, if that is all it does. */
function typedCharacter({ origin, step }: StepEntry, canonical: string): { at: number; text: string } | null {
  if (origin !== 'typing') return null
  const { from, slice } = step as { from?: unknown; slice?: { content?: { text?: unknown }[] } | null }
  const text = Array.isArray(slice?.content) ? slice.content[0]?.text : null
  if (typeof from !== 'number' || typeof text !== 'string') return null
  if (!isCharacter(text)) return null
  return JSON.stringify(insertion(from, text)) === canonical ? { at: from, text } : null
}

/** The single position that a deleting step removes, if that is all it does. */
function deletedAt({ origin, step }: StepEntry, canonical: string): number | null {
  if (origin !== 'delete' || typeof step.from !== 'number') return null
  return JSON.stringify(deletion(step.from)) === canonical ? step.from : null
}

export function encodeEntries(entries: readonly RecordEntry[]): string {
  const coded: Json[] = [format]
  let client: string | null = null
  let n = 0
  let at = 0
  let cursor: number | null = null
  /** The keys at the end of `coded`, as long as further ones can join them. */
  let keys: { kind: 'type' | -1 | 1; text: string; times: number[] } | null = null

  const moveTo = (position: number) => {
    if (position === cursor) return
    coded.push([position])
    cursor = position
    keys = null
  }
  const addKey = (kind: 'type' | -1 | 1, ms: number, text: string) => {
    if (keys?.kind === kind) {
      keys.times.push(ms)
      keys.text += text
      if (kind === 'type') coded[coded.length - 2] = keys.text
      return
    }
    keys = { kind, text, times: [ms] }
    coded.push(kind === 'type' ? text : kind, keys.times)
  }

  for (const entry of entries) {
    if (entry.client !== client || entry.n !== n + 1) {
      coded.push([entry.client, entry.n])
      keys = null
    }
    client = entry.client
    n = entry.n
    const ms = entry.at - at
    at = entry.at
    if (entry.kind !== 'step') {
      coded.push(entry.kind === 'blocked-paste' ? [ms, entry.kind, entry.characters] : [ms, entry.kind])
      keys = null
      continue
    }
    const step = sorted(entry.step)
    const canonical = JSON.stringify(step)
    const typed = typedCharacter(entry, canonical)
    const deleted = deletedAt(entry, canonical)
    if (typed) {
      moveTo(typed.at)
      addKey('type', ms, typed.text)
      cursor = typed.at + typed.text.length
    } else if (deleted !== null) {
      if (deleted + 1 === cursor) {
        addKey(-1, ms, '')
        cursor = deleted
      } else {
        moveTo(deleted)
        addKey(1, ms, '')
      }
    } else {
      coded.push([ms, entry.origin, step])
      keys = null
    }
  }
  return JSON.stringify(coded)
}

export function decodeEntries(text: string): RecordEntry[] {
  let coded: unknown
  try {
    coded = JSON.parse(text)
  } catch {
    throw new RecordCodingError('The entries are not JSON.')
  }
  if (!Array.isArray(coded) || coded[0] !== format)
    throw new RecordCodingError(`The entries are not of format ${format}.`)
  return decode(coded)
}

const damaged = (nth: number) => new RecordCodingError(`The entries are damaged at part ${nth}.`)

function decode(coded: unknown[]): RecordEntry[] {
  const entries: RecordEntry[] = []
  let client = ''
  let n = 0
  let at = 0
  let cursor = 0

  const fields = (ms: number) => {
    n++
    at += ms
    return { at, client, n }
  }
  const push = (ms: number, origin: Origin, step: Record<string, unknown>) => {
    entries.push({ kind: 'step', ...fields(ms), origin, step })
  }

  for (let nth = 1; nth < coded.length; nth++) {
    const part = coded[nth]
    if (Array.isArray(part)) {
      const values: unknown[] = part
      const [first, second, third] = values
      if (part.length === 1 && typeof first === 'number') cursor = first
      else if (typeof first === 'string' && typeof second === 'number') {
        client = first
        n = second - 1
      } else if (typeof first === 'number' && isEvent(second))
        entries.push({ kind: second, ...fields(first) })
      else if (typeof first === 'number' && second === 'blocked-paste' && typeof third === 'number')
        entries.push({ kind: second, ...fields(first), characters: third })
      else if (typeof first === 'number' && isOrigin(second) && isRecord(third)) push(first, second, third)
      else throw damaged(nth)
      continue
    }
    const times = coded[++nth]
    if (!isNumbers(times)) throw damaged(nth)
    if (typeof part === 'string') {
      const characters = Array.from(part)
      if (characters.length !== times.length) throw damaged(nth)
      for (const [key, character] of characters.entries()) {
        push(times[key]!, 'typing', insertion(cursor, character))
        cursor += character.length
      }
    } else if (part === 1 || part === -1) {
      for (const ms of times) {
        if (part === -1) cursor--
        push(ms, 'delete', deletion(cursor))
      }
    } else throw damaged(nth)
  }
  return entries
}

const events = ['open', 'close', 'focus', 'blur', 'offline', 'online'] as const
const origins: readonly Origin[] = [
  'typing',
  'paste',
  'drop',
  'replacement',
  'delete',
  'cut',
  'undo',
  'redo',
  'format',
]

const isEvent = (value: unknown): value is (typeof events)[number] => events.includes(value as never)
const isOrigin = (value: unknown): value is Origin => origins.includes(value as never)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number')
