import type { ExtractedFact } from './extraction.ts'
import { cleanParagraph } from './paragraph.ts'

/** UTF-16 units of hidden text quoted in a fact, so that the teacher can search for it. */
const quotedUnits = 200

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu)?.length ?? 0
}

const singleLetters = (text: string): string[] =>
  text.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}](?![\p{L}\p{N}])/gu) ?? []

/** Whether the single letters of a text are variables or dots, and no words that were set wide. */
const isSymbols = (text: string): boolean =>
  /[=+\u2212<>≤≥≠≈∑∫]/.test(text) || new Set(singleLetters(text)).size === 1

/** Pieces of figures alone say nothing: programs leave labels such as "0%" white on white beside charts. */
const hasLetters = (text: string) => /\p{L}/u.test(text)

/**
 * Marks around a form pasted from a web page, which Word writes in its own language and hides. Other programs
 * save them without their style.
 */
const formMarks = [
  ['Top of Form', 'Bottom of Form'],
  ['Formularbeginn', 'Formularende'],
  ['Haut du formulaire', 'Bas du formulaire'],
  ['Principio del formulario', 'Final del formulario'],
  ['Inizio modulo', 'Fine modulo'],
  ['Parte superior do formulário', 'Parte inferior do formulário'],
  ['Início do formulário', 'Fim do formulário'],
  ['Bovenkant formulier', 'Onderkant formulier'],
  ['Överst i formuläret', 'Nederst i formuläret'],
  ['Øverst i formularen', 'Nederst i formularen'],
  ['Øverst i skjemaet', 'Nederst i skjemaet'],
  ['Lomakkeen yläreuna', 'Lomakkeen alareuna'],
  ['Początek formularza', 'Koniec formularza', 'Dół formularza', 'Góra formularza'],
  ['Začátek formuláře', 'Konec formuláře'],
  ['Začiatok formulára', 'Koniec formulára'],
  ['A kérdőív teteje', 'A kérdőív alja'],
  ['Formun Üstü', 'Formun Altı'],
  ['Αρχή φόρμας', 'Τέλος φόρμας'],
  ['Начало формы', 'Конец формы'],
  ['Початок форми', 'Кінець форми'],
  ['أعلى النموذج', 'أسفل النموذج'],
  ['窗体顶端', '窗体底端'],
  ['表單的頂端', '表單的底部'],
  ['フォームの始まり', 'フォームの終わり'],
  ['양식의 맨 위', '양식의 맨 아래'],
].flat()
const formMark = new RegExp(formMarks.join('|'), 'giu')
const longestFormMarks = 200

/** Whether hidden text is nothing but marks around a form. */
function isFormMark(text: string): boolean {
  if (text.length > longestFormMarks) return false
  const composed = text.normalize()
  const rest = composed.replace(formMark, '')
  return rest !== composed && !/[\p{L}\p{N}]/u.test(rest)
}

const longestFormula = 400
/** So many words in a row are a sentence: a formula has commands and single letters. */
const wordsOfSentence = 5
const holdsSentence = (source: string): boolean =>
  source
    .split(/[^\p{L} ,]/u)
    .some((run) => run.split(/[ ,]/).filter(({ length }) => length > 1).length >= wordsOfSentence)

/** Whether hidden text is the source of a formula, which Wikipedia hides behind its picture and Word keeps. */
function isFormulaSource(text: string): boolean {
  const source = text.trim()
  return (
    source.length <= longestFormula &&
    /^\{\\(?:display|text)style\b/.test(source) &&
    source.endsWith('}') &&
    !holdsSentence(source)
  )
}

/** Text in the file that a reader does not see. It is left out of the extraction and reported as facts. */
export class HiddenText {
  /** `end` is the last character: a word may go on in the next piece. */
  readonly #found = new Map<string, { text: string; words: number; single: number; end: string }>()

  add(kind: string, text: string): void {
    if (isFormMark(text) || isFormulaSource(text)) return
    const found = this.#found.get(kind) ?? { text: '', words: 0, single: 0, end: '' }
    this.#found.set(kind, found)
    if (hasLetters(text)) {
      found.words += countWords(found.end + text) - countWords(found.end)
      found.single += singleLetters(found.end + text).length - singleLetters(found.end).length
    }
    found.end = text.at(-1) ?? found.end
    if (found.text.length < quotedUnits * 2) found.text += text
  }

  has(kind: string): boolean {
    return this.#found.has(kind)
  }

  facts(): ExtractedFact[] {
    return [...this.#found]
      .map(([name, { text, words, single }]) => ({
        kind: 'hidden-text' as const,
        name,
        value: cleanParagraph(text).slice(0, quotedUnits),
        count: single * 2 > words && isSymbols(text) ? words - single : words,
      }))
      .filter(({ count }) => count > 0)
  }
}

/** Formatting of a run that decides whether it is visible. Undefined means not set at this level. */
export interface RunFormatting {
  vanish?: boolean
  white?: boolean
  /** Height in points. */
  points?: number
  /** The run has a background other than white. */
  shaded?: boolean
  /** Its paragraph has one. */
  paragraphShaded?: boolean
}

export type HiddenKind = 'vanish' | 'white' | 'tiny'

/** Text below this height, in points, is unreadable on paper. */
const tinyPoints = 2.5

export function hiddenKind(formatting: RunFormatting, onColour: boolean): HiddenKind | null {
  if (formatting.vanish) return 'vanish'
  if (formatting.points !== undefined && formatting.points < tinyPoints) return 'tiny'
  return formatting.white && !formatting.shaded && !formatting.paragraphShaded && !onColour ? 'white' : null
}

/** Reads one child element of `rPr` into a formatting. Other elements have no effect. */
export function readFormatting(
  formatting: RunFormatting,
  name: string,
  attribute: (name: string) => string | null,
): void {
  const value = attribute('val')
  if (name === 'vanish') formatting.vanish = !isOff(value)
  else if (name === 'color') formatting.white = isWhite(value)
  else if (name === 'sz' && value !== null && Number(value) > 0) formatting.points = Number(value) / 2
  else if (name === 'shd') formatting.shaded = isShading(attribute)
  else if (name === 'highlight') formatting.shaded = value !== null && value !== 'white' && value !== 'none'
}

/** Whether a `shd` element shades with something other than white: its fill, or the pattern drawn over it. */
export function isShading(attribute: (name: string) => string | null): boolean {
  const pattern = attribute('val') ?? 'clear'
  if (pattern === 'nil') return false
  if (pattern !== 'clear' && !isWhite(attribute('color'))) return true
  const theme = attribute('themeFill')
  return isColour(attribute('fill')) || (theme !== null && !/^(?:background|light|bg|lt)1$/i.test(theme))
}

/** Whether a value is a colour other than white. */
export function isColour(value: string | null): boolean {
  return value !== null && /^[0-9a-f]{6}$/i.test(value) && !isWhite(value)
}

/** Whether a property of Word is switched off by its value. */
export function isOff(value: string | null): boolean {
  return value === '0' || value === 'false' || value === 'off'
}

function isWhite(value: string | null): boolean {
  return value !== null && /^(?:f[4-9a-f]){3}$/i.test(value)
}
