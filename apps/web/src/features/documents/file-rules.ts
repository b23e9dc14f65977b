import { type FileType, fileTypes, uploadLimits } from '@penmark/contract'

/** For file pickers, which ask for MIME types. The server checks the content anyway. */
const mimeTypes: Record<FileType, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
}

/** What the quick start accepts: three of the four types (part 2, section 5). */
const quickstartTypes = ['pdf', 'docx', 'txt'] as const satisfies readonly FileType[]

/** What a card for several files also takes: a ZIP uploads as the documents in it. */
const archives = { 'application/zip': ['.zip'], 'application/x-zip-compressed': ['.zip'] }

/** What a place to drop files takes. */
export interface Accepted {
  types: readonly FileType[]
  archives: boolean
}

/** What the cards for several files take. */
export const severalFiles: Accepted = { types: fileTypes, archives: true }
/** What the dashboard's card takes. */
export const oneFile: Accepted = { types: fileTypes, archives: false }
export const quickstartFiles: Accepted = { types: quickstartTypes, archives: false }

/** What a file picker offers. */
export function pickerTypes({ types, archives: takesArchives }: Accepted): Record<string, string[]> {
  const documents = Object.fromEntries(types.map((type) => [mimeTypes[type], [`.${type}`]]))
  return takesArchives ? { ...documents, ...archives } : documents
}

export const isArchive = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name)

type Refusal = 'type' | 'size'

/** Why a file would be refused, or null. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>, accepted: Accepted): Refusal | null {
  const extension = name.toLowerCase().split('.').at(-1)
  const extensions = [...accepted.types, ...(accepted.archives ? ['zip'] : [])]
  if (!name.includes('.') || !extensions.some((type) => type === extension)) return 'type'
  return size > uploadLimits.fileBytes ? 'size' : null
}
