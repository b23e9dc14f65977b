export interface FactRate {
  kind: string
  name: string | null
  /** Files and texts that can have the fact. */
  n: number
  /** How many of them count at least so much. */
  atLeast: Record<1 | 2 | 5 | 10, number>
}

/**
 * How often honest files and texts have each fact. Written by `npm run lab -- facts`;
 * docs/evaluation/facts.md says what was measured.
 */
export const factRates: readonly FactRate[] = [
  { kind: 'invisible-characters', name: null, n: 78_285, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { kind: 'look-alike-letters', name: null, n: 78_285, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { kind: 'prompt-echo', name: null, n: 78_285, atLeast: { 1: 1, 2: 0, 5: 0, 10: 0 } },
  { kind: 'markdown-remains', name: null, n: 78_285, atLeast: { 1: 231, 2: 72, 5: 27, 10: 10 } },
  { kind: 'hidden-text', name: 'vanish', n: 384, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { kind: 'hidden-text', name: 'white', n: 765, atLeast: { 1: 2, 2: 0, 5: 0, 10: 0 } },
  { kind: 'hidden-text', name: 'tiny', n: 765, atLeast: { 1: 3, 2: 3, 5: 1, 10: 1 } },
  { kind: 'hidden-text', name: 'no-ink', n: 381, atLeast: { 1: 1, 2: 1, 5: 1, 10: 1 } },
  { kind: 'hidden-text', name: 'off-page', n: 381, atLeast: { 1: 6, 2: 5, 5: 4, 10: 2 } },
  { kind: 'covered-text', name: 'under-pictures', n: 381, atLeast: { 1: 5, 2: 5, 5: 3, 10: 3 } },
  { kind: 'pdf-history', name: 'changes', n: 381, atLeast: { 1: 9, 2: 3, 5: 2, 10: 0 } },
  { kind: 'pdf-history', name: 'earlier-programs', n: 381, atLeast: { 1: 4, 2: 0, 5: 0, 10: 0 } },
  { kind: 'pdf-history', name: 'page-sizes', n: 381, atLeast: { 1: 7, 2: 0, 5: 0, 10: 0 } },
  { kind: 'file-origin', name: 'chat-program', n: 671, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { kind: 'file-origin', name: 'library', n: 671, atLeast: { 1: 1, 2: 0, 5: 0, 10: 0 } },
  { kind: 'editing-history', name: 'template', n: 384, atLeast: { 1: 26, 2: 0, 5: 0, 10: 0 } },
  { kind: 'editing-history', name: 'tracked-changes', n: 290, atLeast: { 1: 1, 2: 1, 5: 1, 10: 1 } },
  { kind: 'editing-history', name: 'comments', n: 290, atLeast: { 1: 4, 2: 4, 5: 3, 10: 1 } },
]

/** What honest Word files record of how they were written. */
export const historyRates = {
  timed: 319,
  atMostOneMinute: 19,
  restarted: 103,
  withSessions: 230,
  mostInOneSession: 53,
}
