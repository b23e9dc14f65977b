export interface FactRate {
  /** The kind of files that were measured. */
  files: 'word' | 'pdf'
  kind: string
  name: string | null
  /** Files that can have the fact. */
  n: number
  /** How many of them count at least so much. */
  atLeast: Record<1 | 2 | 5 | 10, number>
}

/**
 * How often honest files have each fact. Written by `npm run lab -- facts`;
 * docs/evaluation/facts.md says what was measured.
 */
export const factRates: readonly FactRate[] = [
  { files: 'word', kind: 'invisible-characters', name: null, n: 403, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'look-alike-letters', name: null, n: 403, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'prompt-echo', name: null, n: 403, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'markdown-remains', name: null, n: 403, atLeast: { 1: 4, 2: 3, 5: 1, 10: 0 } },
  { files: 'word', kind: 'hidden-text', name: 'vanish', n: 403, atLeast: { 1: 1, 2: 1, 5: 0, 10: 0 } },
  { files: 'word', kind: 'hidden-text', name: 'white', n: 403, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'hidden-text', name: 'tiny', n: 403, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'file-origin', name: 'chat-program', n: 335, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'file-origin', name: 'library', n: 335, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'editing-history', name: 'template', n: 403, atLeast: { 1: 12, 2: 0, 5: 0, 10: 0 } },
  {
    files: 'word',
    kind: 'editing-history',
    name: 'tracked-changes',
    n: 335,
    atLeast: { 1: 12, 2: 6, 5: 4, 10: 3 },
  },
  { files: 'word', kind: 'editing-history', name: 'comments', n: 335, atLeast: { 1: 7, 2: 7, 5: 5, 10: 3 } },
  { files: 'pdf', kind: 'invisible-characters', name: null, n: 279, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'look-alike-letters', name: null, n: 279, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'prompt-echo', name: null, n: 279, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'markdown-remains', name: null, n: 279, atLeast: { 1: 9, 2: 6, 5: 3, 10: 1 } },
  { files: 'pdf', kind: 'hidden-text', name: 'white', n: 279, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'hidden-text', name: 'tiny', n: 279, atLeast: { 1: 1, 2: 1, 5: 1, 10: 1 } },
  { files: 'pdf', kind: 'hidden-text', name: 'no-ink', n: 279, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'hidden-text', name: 'off-page', n: 279, atLeast: { 1: 4, 2: 3, 5: 2, 10: 2 } },
  {
    files: 'pdf',
    kind: 'covered-text',
    name: 'under-pictures',
    n: 279,
    atLeast: { 1: 9, 2: 9, 5: 8, 10: 7 },
  },
  { files: 'pdf', kind: 'pdf-history', name: 'changes', n: 279, atLeast: { 1: 11, 2: 7, 5: 2, 10: 0 } },
  {
    files: 'pdf',
    kind: 'pdf-history',
    name: 'earlier-programs',
    n: 279,
    atLeast: { 1: 3, 2: 0, 5: 0, 10: 0 },
  },
  { files: 'pdf', kind: 'pdf-history', name: 'page-sizes', n: 279, atLeast: { 1: 12, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'file-origin', name: 'chat-program', n: 279, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'file-origin', name: 'library', n: 279, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
]

/** What honest Word files record of how they were written. */
export const historyRates = {
  timed: 191,
  atMostOneMinute: 15,
  restarted: 87,
  withSessions: 194,
  mostInOneSession: 42,
  repositories: 117,
}
