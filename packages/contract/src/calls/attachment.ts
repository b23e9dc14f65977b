import * as z from 'zod/mini'

/** A file download. */
export const Attachment = z.object({
  filename: z.string(),
  content: z.instanceof(Uint8Array<ArrayBufferLike>),
})
export type Attachment = z.infer<typeof Attachment>

const isIterable = (value: unknown) =>
  typeof value === 'object' && value !== null && Reflect.has(value, Symbol.asyncIterator)

/** A file generated while it is being sent. */
export const LongAttachment = z.object({
  filename: z.string(),
  chunks: z.custom<AsyncIterable<Uint8Array>>(isIterable),
})
export type LongAttachment = z.infer<typeof LongAttachment>

/** A file of known size that can be sent from any byte on, so that an interrupted download continues. */
export const RangedAttachment = z.object({
  filename: z.string(),
  size_bytes: z.int(),
  /** Names these very bytes, with its quotes. */
  etag: z.string(),
  /** The bytes from the first up to and including the last. */
  read: z.custom<(first: number, last: number) => AsyncIterable<Uint8Array>>(
    (value) => typeof value === 'function',
  ),
})
export type RangedAttachment = z.infer<typeof RangedAttachment>
