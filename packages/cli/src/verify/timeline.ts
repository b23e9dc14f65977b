import { createHash } from 'node:crypto'
import { canonicalJson, isObject, type Manifest, parseJson } from './manifest.ts'
import { PackError } from './pack-error.ts'

/** What is wrong with the timeline, in sentences: each entry's hash covers the entry and the hash of the one before it. */
export function checkTimeline(text: string, { case_id, timeline }: Pick<Manifest, 'case_id' | 'timeline'>): string[] {
  let entries: unknown
  try {
    entries = parseJson('The timeline', text)
  } catch (error) {
    if (error instanceof PackError) return [error.message]
    throw error
  }
  if (!Array.isArray(entries)) return ['The timeline is not a list of entries.']
  let previous: unknown = null
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry)) return [`Entry ${index + 1} of the timeline is not an entry.`]
    const { hash, ...covered } = entry
    const isRight = hash === createHash('sha256').update(canonicalJson(covered)).digest('hex')
    if (!isRight || covered.previous !== previous || covered.case_id !== case_id)
      return [`The timeline was changed at entry ${index + 1}: its hash does not fit what it says, or what stands before it.`]
    previous = hash
  }
  const isWhole = entries.length === timeline.entries && previous === timeline.head
  return isWhole ? [] : ['The timeline does not end where the manifest says.']
}
