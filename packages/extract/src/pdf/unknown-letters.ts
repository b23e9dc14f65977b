import type { PaintedItem } from './paint.ts'

/** A code for which neither the file nor its font says which letter it draws. */
const unknown = /(?!\s)[\p{Cc}\ufffd]/gu
const words = /(?:\p{L}|\p{M}|(?!\s)[\p{Cc}\ufffd])+/gu
/** Fewer known letters are a sign of a formula beside its variable, unless the word is as long as this. */
const minKnown = 2
const minUnknown = 4

/** How many words a text has, and how many of them have lost letters. */
export interface WordCounts {
  words: number
  damaged: number
}

/** Of the words of a page that can be seen. A font that is not in the file draws nothing for such codes. */
export function countDamaged(items: readonly PaintedItem[]): WordCounts {
  const counts = { words: 0, damaged: 0 }
  for (const { str, hidden, isOwnFont } of items)
    for (const [word] of hidden === null ? str.matchAll(words) : []) {
      const known = word.replace(unknown, '').length
      if (known < minKnown && word.length < minUnknown) continue
      counts.words += 1
      if (isOwnFont && known < word.length) counts.damaged += 1
    }
  return counts
}

/**
 * Above this share of damaged words a text is not scored. Chosen between the readable ones of 158 real files,
 * with at most two such words in a hundred, and five of which hardly a word could be read.
 */
const maxDamagedShare = 0.1
/** A few damaged words say nothing about a short text. */
const minDamaged = 5

export function isTooDamaged({ words: all, damaged }: WordCounts): boolean {
  return damaged >= minDamaged && damaged > all * maxDamagedShare
}
