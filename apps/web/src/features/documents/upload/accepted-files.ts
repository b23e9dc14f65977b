import { type BatchUpload, type FileType, fileTypes, uploadLimits } from '@penmark/contract'
import type { TFunction } from 'i18next'
import { toast } from '../../../ui/toast/toast.ts'

/** Extensions by MIME type, for file pickers. The server checks the content anyway. */
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
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>, types: readonly FileType[] = fileTypes): Refusal | null {
  const extension = name.toLowerCase().split('.').at(-1)
  if (!name.includes('.') || ![...types, 'zip'].some((type) => type === extension)) return 'type'
  return size > uploadLimits.fileBytes ? 'size' : null
}

/** More names than these are only counted. */
const named = 5

/** Names the files of an upload that the server refused. */
export function announceSkipped(skipped: BatchUpload['skipped'], t: TFunction<'documents'>): void {
  if (skipped.length === 0) return
  const names = skipped.slice(0, named).map(({ filename }) => filename)
  toast.error(t('upload.skipped', { count: skipped.length, names: [...names, ...(skipped.length > named ? ['…'] : [])].join(', ') }))
}
