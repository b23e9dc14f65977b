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
  { kind: 'invisible-characters', name: null, n: 80_743, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { kind: 'look-alike-letters', name: null, n: 80_743, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { kind: 'prompt-echo', name: null, n: 80_743, atLeast: { 1: 1, 2: 0, 5: 0, 10: 0 } },
  { kind: 'markdown-remains', name: null, n: 80_743, atLeast: { 1: 262, 2: 94, 5: 42, 10: 17 } },
  { kind: 'hidden-text', name: 'vanish', n: 384, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { kind: 'hidden-text', name: 'white', n: 1_215, atLeast: { 1: 4, 2: 2, 5: 2, 10: 2 } },
  { kind: 'hidden-text', name: 'tiny', n: 1_215, atLeast: { 1: 3, 2: 3, 5: 1, 10: 1 } },
  { kind: 'hidden-text', name: 'no-ink', n: 831, atLeast: { 1: 2, 2: 2, 5: 2, 10: 2 } },
  { kind: 'hidden-text', name: 'off-page', n: 831, atLeast: { 1: 10, 2: 9, 5: 6, 10: 4 } },
  { kind: 'covered-text', name: 'under-pictures', n: 831, atLeast: { 1: 12, 2: 12, 5: 8, 10: 6 } },
  { kind: 'pdf-history', name: 'changes', n: 831, atLeast: { 1: 13, 2: 3, 5: 2, 10: 0 } },
  { kind: 'pdf-history', name: 'earlier-programs', n: 831, atLeast: { 1: 4, 2: 0, 5: 0, 10: 0 } },
  { kind: 'pdf-history', name: 'page-sizes', n: 831, atLeast: { 1: 11, 2: 0, 5: 0, 10: 0 } },
  { kind: 'file-origin', name: 'chat-program', n: 1_121, atLeast: { 1: 0, 2: 0, 5: 0, 10: 0 } },
  { kind: 'file-origin', name: 'library', n: 1_121, atLeast: { 1: 2, 2: 0, 5: 0, 10: 0 } },
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
