import type { Scored } from '@penmark/detector'

export interface Item {
  line: number
  id: string | number
  text: string
}

/** What every thread receives when it starts. */
export interface ThreadData extends ThreadOptions {
  gate: SharedArrayBuffer
}

export interface ThreadOptions {
  /** Path of a model file. */
  model: string
  full: boolean
}

/** One line of the output; with `--full` it also contains the rest of the detection. */
export interface ScoredItem extends Scored {
  id: string | number
}

/** Why a line has no score. */
export interface BadLine {
  line: number
  reason: string
}

/**
 * Reads one line `{"id", "text"}`; other fields are ignored. Null for an empty line; `text` is null if the
 * line is not UTF-8.
 */
export function parseItem(line: number, text: string | null): Item | BadLine | null {
  if (text === null) return { line, reason: 'is not UTF-8' }
  if (text.trim() === '') return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { line, reason: 'is not valid JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { line, reason: 'is not a JSON object' }
  const id = 'id' in value ? value.id : undefined
  if (typeof id !== 'string' && typeof id !== 'number')
    return { line, reason: 'has no "id" (a string or a number)' }
  if (!('text' in value) || typeof value.text !== 'string')
    return { line, reason: 'has no "text" (a string)' }
  return { line, id, text: value.text }
}
