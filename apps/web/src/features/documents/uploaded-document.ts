import type { Document } from '@penmark/contract'

export interface UploadedDocument extends Pick<Document, 'id' | 'original_filename'> {
  /** The name of the ZIP that it came in. */
  archive?: string
}
