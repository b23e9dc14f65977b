import { countWords } from './prose.ts'

const salutation = /^(?:dear\b|to whom|respected\b|hello\b|hi\b).{0,80}$/i
const farewell =
  /^(?:yours\b|sincerely|(?:kind|best|warm|with best)\b.{0,12}\b(?:regards|wishes)|respectfully|regards|thank(?:s| you)\b.{0,40}$|best,)/i
const sources = /^(?:references|bibliography)\W*$|^\[1\]/i
/** "3,998 of 4,000 characters." */
const count = /\d (?:characters|words)\b/i
const endsSentence = /[.!?…]["'”’)\]]*$/

/**
 * What an applicant wrote of themselves: without the addresses and the salutation above it, the headings within, and
 * the farewell and the name below.
 */
export function statementOf(prose: string): string {
  const paragraphs = prose.split('\n\n')
  const opening = paragraphs.findLastIndex((paragraph) => salutation.test(paragraph))
  const body = opening < paragraphs.length / 2 ? paragraphs.slice(opening + 1) : paragraphs
  const closing = body.findIndex(
    (paragraph, index) =>
      index >= body.length / 2 &&
      (sources.test(paragraph) || (farewell.test(paragraph) && countWords(paragraph) < 15)),
  )
  return (closing < 0 ? body : body.slice(0, closing))
    .filter(
      (paragraph) => countWords(paragraph) >= 15 || (endsSentence.test(paragraph) && !count.test(paragraph)),
    )
    .join('\n\n')
}

/** A question of a form stands above the answer, or in its place. */
const question =
  /^(?:activity type|name your|what (?:two|three)|please (?:briefly|describe|elaborate)|why are you drawn)\b/i

/** Of the words of a text about its writer, more than one in fifty says "I" or "my". */
export function isPersonal(text: string): boolean {
  const own = text.match(/\b(?:I|me|my|mine|myself)\b/gi)?.length ?? 0
  return own > countWords(text) * 0.02 && !question.test(text)
}
