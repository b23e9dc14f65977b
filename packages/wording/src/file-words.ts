import { type FileKind, fileKinds, fileTypes, offeredTypes, replyPictures } from '@penmark/contract'
import { writeList } from './write-list.ts'

const typeNames = (types: readonly string[]) => types.map((type) => type.toUpperCase())

/** What sentences about the types of files insert, in the language of the sentence. */
export function fileWords(language: string) {
  const lang = language.startsWith('fr') ? 'fr' : 'en'
  const nameOf = ({ name }: FileKind) => name[lang]
  const briefName = (kind: FileKind) => ('brief' in kind ? kind.brief : kind.name)[lang]
  const kinds = fileKinds.map(nameOf)
  const or = (words: readonly string[]) => writeList(words, language, 'disjunction')
  const and = (words: readonly string[]) => writeList(words, language, 'conjunction')
  return {
    /** PDF, Word or plain text */
    anyKind: or(kinds),
    /** PDF, Word and plain text */
    everyKind: and(kinds),
    /** PDF, Word and text */
    everyKindBriefly: and(fileKinds.map(briefName)),
    /** PDF or Word: what a text is not, whatever the name of its file says. */
    anyKindButText: or(fileKinds.filter(({ types }) => !('txt' in types)).map(nameOf)),
    /** PDF, Word, plain text, JPG, PNG or HEIC */
    anyReplyKind: or([...kinds, ...typeNames(replyPictures)]),
    /** PDF, DOCX, DOC or TXT: what to save a file as, the best first. */
    anyType: or(typeNames(fileTypes)),
    /** PDF, DOC, DOCX and TXT */
    everyType: and(typeNames(offeredTypes)),
  }
}

export type FileWord = keyof ReturnType<typeof fileWords>
