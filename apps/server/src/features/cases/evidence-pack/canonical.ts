import { createHash } from 'node:crypto'

/** Data with one spelling only: whole numbers, and no `undefined`. */
export type Plain = string | number | boolean | null | Plain[] | { [name: string]: Plain }

/** JSON with sorted names and no white space, so that equal data is equal bytes (as RFC 8785 writes it). */
export function canonicalJson(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
