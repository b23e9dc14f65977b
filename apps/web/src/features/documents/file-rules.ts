import { type FileType, mimeTypes, offeredTypes, uploadLimits } from '@penmark/contract'
import { writeList } from '@penmark/wording'
import type { i18n } from 'i18next'

/** What the quick start accepts: all but the old type of Word (part 2, section 5). */
const quickstartTypes = offeredTypes.filter((type) => type !== 'doc')

/** What a card for several files also takes: a ZIP uploads as the documents in it. */
const archives = { 'application/zip': ['.zip'], 'application/x-zip-compressed': ['.zip'] }

/** What a place to drop files takes. */
export interface Accepted {
  types: readonly FileType[]
  archives: boolean
}

/** What the cards for several files take. */
export const severalFiles: Accepted = { types: offeredTypes, archives: true }
/** What the dashboard's card takes. */
export const oneFile: Accepted = { types: offeredTypes, archives: false }
export const quickstartFiles: Accepted = { types: quickstartTypes, archives: false }

/** The types in a sentence: `PDF, DOC, DOCX or TXT`, or with `and`. */
export function listTypes(
  { types }: Accepted,
  { language }: Pick<i18n, 'language'>,
  list: 'conjunction' | 'disjunction' = 'disjunction',
): string {
  return writeList(
    types.map((type) => type.toUpperCase()),
    language,
    list,
  )
}

/** What a file picker offers, by MIME types. The server checks the content anyway. */
export function pickerTypes({ types, archives: takesArchives }: Accepted): Record<string, string[]> {
  const documents = Object.fromEntries(types.map((type) => [mimeTypes[type], [`.${type}`]]))
  return takesArchives ? { ...documents, ...archives } : documents
}

/** Whether the name of a file has the extension of one of these types. */
export function isOfType(name: string, types: readonly FileType[] = offeredTypes): boolean {
  return types.some((type) => name.toLowerCase().endsWith(`.${type}`))
}

export const isArchive = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name)

/** `archive` is a ZIP where only single files are taken. */
export type Refusal = 'type' | 'size' | 'archive'

/** Why a file would be refused, or null. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>, accepted: Accepted): Refusal | null {
  const isAccepted = isOfType(name, accepted.types) || (accepted.archives && isArchive({ name }))
  if (!isAccepted) return isArchive({ name }) ? 'archive' : 'type'
  return size > uploadLimits.fileBytes ? 'size' : null
}
