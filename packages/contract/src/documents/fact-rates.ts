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
  { files: 'word', kind: 'invisible-characters', name: null, n: 556, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'look-alike-letters', name: null, n: 556, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'prompt-echo', name: null, n: 556, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'markdown-remains', name: null, n: 556, atLeast: { 1: 9, 2: 6, 5: 3, 10: 2 } },
  { files: 'word', kind: 'hidden-text', name: 'vanish', n: 556, atLeast: { 1: 1, 2: 1, 5: 0, 10: 0 } },
  { files: 'word', kind: 'hidden-text', name: 'white', n: 556, atLeast: { 1: 1, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'hidden-text', name: 'tiny', n: 556, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'file-origin', name: 'chat-program', n: 428, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'file-origin', name: 'library', n: 428, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'word', kind: 'editing-history', name: 'template', n: 556, atLeast: { 1: 18, 2: 0, 5: 0, 10: 0 } },
  {
    files: 'word',
    kind: 'editing-history',
    name: 'tracked-changes',
    n: 428,
    atLeast: { 1: 1, 2: 1, 5: 1, 10: 1 },
  },
  { files: 'word', kind: 'editing-history', name: 'comments', n: 428, atLeast: { 1: 2, 2: 1, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'invisible-characters', name: null, n: 448, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'look-alike-letters', name: null, n: 448, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'prompt-echo', name: null, n: 448, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'markdown-remains', name: null, n: 448, atLeast: { 1: 25, 2: 12, 5: 9, 10: 4 } },
  { files: 'pdf', kind: 'hidden-text', name: 'white', n: 448, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'hidden-text', name: 'tiny', n: 448, atLeast: { 1: 1, 2: 1, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'hidden-text', name: 'no-ink', n: 448, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'hidden-text', name: 'off-page', n: 448, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  {
    files: 'pdf',
    kind: 'covered-text',
    name: 'under-pictures',
    n: 448,
    atLeast: { 1: 8, 2: 7, 5: 7, 10: 6 },
  },
  { files: 'pdf', kind: 'pdf-history', name: 'changes', n: 448, atLeast: { 1: 10, 2: 3, 5: 2, 10: 2 } },
  {
    files: 'pdf',
    kind: 'pdf-history',
    name: 'earlier-programs',
    n: 448,
    atLeast: { 1: 2, 2: 0, 5: 0, 10: 0 },
  },
  { files: 'pdf', kind: 'pdf-history', name: 'page-sizes', n: 448, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'file-origin', name: 'chat-program', n: 448, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { files: 'pdf', kind: 'file-origin', name: 'library', n: 448, atLeast: { 1: 1, 2: 0, 5: 0, 10: 0 } },
]

/** What honest Word files record of how they were written. */
export const historyRates = {
  timed: 278,
  atMostOneMinute: 14,
  restarted: 122,
  withSessions: 257,
  mostInOneSession: 31,
  repositories: 137,
}
