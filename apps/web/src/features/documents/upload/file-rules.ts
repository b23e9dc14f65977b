import { type FileType, fileTypes, uploadLimits } from '@penmark/contract'

/** For file pickers, which ask for MIME types. The server checks the content anyway. */
const mimeTypes: Record<FileType, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
}

/** What the quick start accepts: three of the four types (part 2, section 5). */
export const quickstartTypes = ['pdf', 'docx', 'txt'] as const satisfies readonly FileType[]

/** What every picker also offers: a ZIP uploads as the documents in it. */
const acceptedArchives = { 'application/zip': ['.zip'], 'application/x-zip-compressed': ['.zip'] }

/** What a file picker offers. */
export function acceptedOf(types: readonly FileType[] = fileTypes): Record<string, string[]> {
  return { ...Object.fromEntries(types.map((type) => [mimeTypes[type], [`.${type}`]])), ...acceptedArchives }
}

export const isArchive = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name)

type Refusal = 'type' | 'size'

/** Why a file would be refused, or null. */
export function refusalOf(
  { name, size }: Pick<File, 'name' | 'size'>,
  types: readonly FileType[] = fileTypes,
): Refusal | null {
  const extension = name.toLowerCase().split('.').at(-1)
  if (!name.includes('.') || ![...types, 'zip'].some((type) => type === extension)) return 'type'
  return size > uploadLimits.fileBytes ? 'size' : null
}
