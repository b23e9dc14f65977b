import * as z from 'zod/mini'

/**
 * About how many words two documents of different teachers share. Whole numbers would let somebody who
 * guesses the next word of the other document see whether it was right.
 */
export const wordBands = [50, 100, 200, 400, 800] as const
export const WordBand = z.literal(wordBands)
export type WordBand = z.infer<typeof WordBand>
