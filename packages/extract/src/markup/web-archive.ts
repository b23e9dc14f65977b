import PostalMime from 'postal-mime'
import { ExtractionError, type ExtractionLimits } from '../extraction/extraction.ts'
import { type PageText, readHtml } from './html.ts'

/** The page of a web archive (MHTML), which Word and some wikis write as `.doc`. */
export async function readWebArchive(bytes: Buffer, limits: ExtractionLimits): Promise<PageText> {
  const { html, text, attachments } = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' })
  const page = html ?? pageAmong(attachments)
  if (page !== undefined) return readHtml(page, limits)
  if (text === undefined) throw new ExtractionError('file_damaged')
  return readHtml(
    `<pre>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\r?\n/g, '<br>')}</pre>`,
    limits,
  )
}

/** Archives of several pages list the main one first. */
function pageAmong(
  attachments: { mimeType: string; content: ArrayBuffer | Uint8Array | string }[],
): string | undefined {
  const found = attachments.find(({ mimeType }) => mimeType === 'text/html')?.content
  if (found === undefined) return undefined
  return typeof found === 'string' ? found : new TextDecoder().decode(found)
}
