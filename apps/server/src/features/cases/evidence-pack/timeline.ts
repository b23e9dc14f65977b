import type { CaseEntry } from '@penmark/contract'
import { canonicalJson, sha256 } from './canonical.ts'

/** An entry with the hash of the one before it; `hash` covers everything else in it. */
export type ChainedEntry = CaseEntry & { case_id: string; previous: string | null; hash: string }

/** Chains the entries of a case: none can be changed, removed or added later without changing every hash after it. */
export function chainEntries(case_id: string, entries: readonly CaseEntry[]): ChainedEntry[] {
  let previous: string | null = null
  return entries.map((entry) => {
    const linked: Omit<ChainedEntry, 'hash'> = { ...entry, case_id, previous }
    const hash = sha256(canonicalJson({ ...linked }))
    previous = hash
    return { ...linked, hash }
  })
}
