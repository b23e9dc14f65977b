/** What an upload would do with the words that are left. */
export interface Forecast {
  documents: number
  /** Of the documents that could be counted. */
  words: number
  /** Documents whose words only the server can count. */
  uncounted: number
  /** How many of the counted ones would be read: like the server, in order, leaving out what does not fit. */
  read: number
  /** Which of `counts` would be read, by position. */
  fits: ReadonlySet<number>
}

export function forecastOf(counts: readonly (number | null)[], wordsLeft: number): Forecast {
  const fits = new Set<number>()
  let left = wordsLeft
  let words = 0
  for (const [position, count] of counts.entries()) {
    words += count ?? 0
    if (count === null || count > left) continue
    left -= count
    fits.add(position)
  }
  return {
    documents: counts.length,
    words,
    uncounted: counts.filter((count) => count === null).length,
    read: fits.size,
    fits,
  }
}

/** Whether the teacher should know before the upload starts. */
export const exceeds = ({ words }: Forecast, wordsLeft: number): boolean => words > wordsLeft
