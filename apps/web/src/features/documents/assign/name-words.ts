import { fileTypes } from '@penmark/contract'

/** Letters that do not decompose into a base letter and an accent. */
const transliterations = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }),
)

/** The words of a name in lower case, without accents, split at anything but letters and digits. */
export function wordsOf(text: string): string[] {
  const simplified = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => transliterations.get(letter) ?? letter)
  return simplified.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** What stands beside a name in the name of a file or above a text, in English and French. */
const usualWords = new Set(
  `a an and by for from in my of on the to name student pupil class form group year grade teacher mr mrs ms miss
  date essay essays draft rough first second third final finished finale version copy new latest edited done complete
  homework hw coursework classwork work task assignment submission project report review paper story text writing
  document ${fileTypes.join(' ')} file scan img photo untitled english french history geography science biology chemistry
  physics maths math religion re art music drama literature language lit unit week chapter part question answer test
  exam mock
  de du des la le les l d et par pour un une mon ma nom prenom eleve classe groupe annee devoir devoirs maison
  redaction dissertation expose composition commentaire texte travail brouillon copie finie rendu anglais francais
  histoire geographie sciences lettres sujet
  january february march april june july august september october november december monday tuesday wednesday
  thursday friday janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre`.split(
    /\s+/,
  ),
)

/** Whether a word tells nothing of who wrote: a kind of work, a subject, a class, a date, a number. */
export function isUsualWord(word: string): boolean {
  return usualWords.has(word) || /\d/.test(word)
}
