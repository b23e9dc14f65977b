import { fileTypes, uploadLimits } from '@penmark/contract'

/** What the pickers offer: extensions by MIME type. The server looks at the content all the same. */
export const accepted: Record<string, string[]> = {
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/plain': ['.txt'],
}

export type Refusal = 'type' | 'size'

/** Why a file is not worth sending, or null. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): Refusal | null {
  const extension = name.toLowerCase().split('.').at(-1)
  if (!name.includes('.') || !fileTypes.some((type) => type === extension)) return 'type'
  return size > uploadLimits.fileBytes ? 'size' : null
}
