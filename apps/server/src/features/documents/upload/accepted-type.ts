import type { FileType } from '@penmark/contract'
import type { ReceivedFile } from '../../../http/multipart.ts'
import { fileTypeOf } from '../pipeline/reading/text.ts'
import { claimedType } from '../rows/rules.ts'

/**
 * The type that a file is stored as; null if it is refused at once. A file that only its name makes a PDF or a
 * Word document is accepted, and reading it says what it really is.
 */
export async function acceptedType({ filename, head, sizeBytes }: ReceivedFile): Promise<FileType | null> {
  const claimed = claimedType(filename)
  if (sizeBytes === 0) return claimed
  return (await fileTypeOf(head, sizeBytes)) ?? (claimed === 'txt' ? null : claimed)
}
