import { platformWriter } from '@penmark/wording'
import type { UploadedDocument } from '../uploaded-document.ts'
import { isUsualWord, wordsOf } from './name-words.ts'
import { isParticle } from './pasted-names.ts'

/** "Maya Patel", not a user name, a "Participant 12345" or a "Group 3". */
const isWholeName = (writer: string) => writer.includes(' ') && !/\d/.test(writer)

/** "Jaden Price - essay.docx", "Patel, Maya_essay.docx": what people set apart in the name of a file. */
const partsOf = (filename: string) =>
  filename
    .replace(/\.[a-z]{2,4}$/i, '')
    .split(/ [-–—] |_/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isUsual = (part: string) => wordsOf(part).every(isUsualWord)

const isCapitalised = (word: string) => /^\p{Lu}[\p{L}'’-]*$/u.test(word) && !isUsual(word)

/** Two to four words with capitals, between which a "de la" may stand. */
function isNameLike(part: string): boolean {
  const words = part.replace(',', ' ').split(' ').filter(Boolean)
  return (
    words.length <= 4 &&
    words.filter(isCapitalised).length >= 2 &&
    words.every((word) => isParticle(word) || isCapitalised(word))
  )
}

/**
 * The writers whom people named beside the kind of text, or beside a title that several files have. They count
 * where most files have one: elsewhere words with capitals are more likely a title.
 */
function writersByPeople(documents: readonly UploadedDocument[]): readonly (readonly [string, string])[] {
  const parts = documents.map(({ id, original_filename }) => [id, partsOf(original_filename)] as const)
  const all = parts.flatMap(([, some]) => [...new Set(some)])
  const isShared = (part: string) => all.indexOf(part) !== all.lastIndexOf(part)
  const named = parts.flatMap(([id, some]) => {
    const [own, ...others] = some.filter((part) => !isUsual(part) && !isShared(part))
    const names = own !== undefined && others.length === 0 && some.length > 1 && isNameLike(own)
    return names ? [[id, own] as const] : []
  })
  return named.length * 2 > documents.length ? named : []
}

/** The writer whom each file names in full, by the id of its document. */
export function namedWriters(documents: readonly UploadedDocument[]): ReadonlyMap<string, string> {
  const byPlatform = new Map<string, string>()
  const others: UploadedDocument[] = []
  for (const document of documents) {
    const writer = platformWriter(document.original_filename)
    if (writer === null) others.push(document)
    else if (isWholeName(writer)) byPlatform.set(document.id, writer)
  }
  return new Map([...byPlatform, ...writersByPeople(others)])
}

/** The people named in these files, each once, in their order. */
export function writersNamedIn(documents: readonly UploadedDocument[]): readonly string[] {
  const writers = namedWriters(documents)
  return [...new Set(documents.flatMap(({ id }) => writers.get(id) ?? []))]
}
