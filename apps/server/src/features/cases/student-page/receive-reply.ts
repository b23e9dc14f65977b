import type { MultipartFile } from '@fastify/multipart'
import {
  multilineText,
  Problem,
  type ReplyFileKind,
  studentPageLimits,
  uploadLimits,
} from '@penmark/contract'
import type { FastifyRequest } from 'fastify'
import { discard, displayName, type ReceivedFile, storeFile } from '../../../http/multipart.ts'
import { writeFaultOf } from '../../../lib/write-faults.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { fileTypeOf } from '../../documents/index.ts'
import type { FileRefusal, RefusedFile } from '../record/tables.ts'

export interface ReceiveDependencies {
  storage: Storage
}

export interface ReplyUpload {
  file: ReceivedFile
  kind: ReplyFileKind
}

export interface ReceivedReply {
  fields: Map<string, string>
  files: ReplyUpload[]
  refused: RefusedFile[]
}

/** Well above the limit of a reply, so that a text that is too long is stored and can be shortened. */
const storedCharacters = 50_000
const storedText = multilineText(storedCharacters)

function cleanText(value: string): string {
  const parsed = storedText.safeParse(value.slice(0, storedCharacters))
  return parsed.success ? parsed.data : ''
}

const heicBrands = ['heic', 'heix', 'heif', 'mif1', 'msf1']

/** The kind of a picture by its first bytes. Pictures are stored unchanged and only sent as downloads. */
function pictureKind(head: Buffer): ReplyFileKind | null {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg'
  if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  return head.toString('latin1', 4, 8) === 'ftyp' && heicBrands.includes(head.toString('latin1', 8, 12))
    ? 'heic'
    : null
}

/**
 * More than anybody chooses at once. Files beyond the limit of a reply are named on the page and not stored.
 */
const maximumFormFiles = 100

/** Null while the disk has no room: a student's words must not be lost over a file. */
async function storeUnlessFull(part: MultipartFile, storage: Storage): Promise<ReceivedFile | null> {
  try {
    return await storeFile(storage, displayName(part.filename), part.file)
  } catch (error) {
    const isRefused = error instanceof Problem && error.code === 'storage_full'
    if (!isRefused && writeFaultOf(error) === null) throw error
    part.file.resume()
    return null
  }
}

async function receiveFile(
  part: MultipartFile,
  { storage }: ReceiveDependencies,
): Promise<ReplyUpload | FileRefusal | null> {
  const file = await storeUnlessFull(part, storage)
  if (file === null) return part.filename ? 'full' : null
  const refuse = async (refusal: FileRefusal | null) => {
    await discard([file], storage)
    return refusal
  }
  if (part.file.truncated) return refuse('size')
  // If no file was chosen, browsers send an empty one without a name.
  if (file.sizeBytes === 0) return refuse(part.filename ? 'blank' : null)
  const kind = pictureKind(file.head) ?? (await fileTypeOf(file.head, file.sizeBytes))
  return kind === null ? refuse('kind') : { file, kind }
}

/**
 * Reads the student's form. Files that are refused are only named in the result; the text and the other files
 * are kept.
 */
export async function receiveReply(
  request: FastifyRequest,
  dependencies: ReceiveDependencies,
): Promise<ReceivedReply> {
  const received: ReceivedReply = { fields: new Map(), files: [], refused: [] }
  const limits = {
    fileSize: uploadLimits.fileBytes,
    fields: 60,
    fieldSize: 4 * storedCharacters,
    headerPairs: 50,
  }
  try {
    for await (const part of request.parts({ limits: { ...limits, files: maximumFormFiles } })) {
      if (part.type === 'field') received.fields.set(part.fieldname, cleanText(String(part.value)))
      else if (received.files.length >= studentPageLimits.files) {
        received.refused.push({ filename: displayName(part.filename), refusal: 'many' })
        part.file.resume()
      } else {
        const file = await receiveFile(part, dependencies)
        if (typeof file === 'string')
          received.refused.push({ filename: displayName(part.filename), refusal: file })
        else if (file !== null) received.files.push(file)
      }
    }
    return received
  } catch (error) {
    await discardUploads(received, dependencies)
    throw error
  }
}

export function discardUploads(
  { files }: Pick<ReceivedReply, 'files'>,
  { storage }: Pick<ReceiveDependencies, 'storage'>,
): Promise<void> {
  return discard(
    files.map(({ file }) => file),
    storage,
  )
}
