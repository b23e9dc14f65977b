/** Characters of a text, bytes of a text file, hours between two uses by one browser, delay before a new sum. */
export const demoLimits = {
  leastCharacters: 10,
  mostCharacters: 10_000,
  fileBytes: 1_000_000,
  againAfterMs: 24 * 60 * 60 * 1_000,
  newProblemAfterMs: 1_500,
  mathsAttempts: 3,
} as const

/** Probabilities (fractions) above which the bar of the demo warns or informs. */
export const demoBands = { warning: 0.7, informational: 0.3 } as const
