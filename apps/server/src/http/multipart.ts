import { createHash } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import { oneLine, type Problem, uploadLimits } from '@penmark/contract'
import type { FastifyRequest } from 'fastify'
import { hasCode } from '../lib/error-code.ts'
import { problem } from '../locale/problems/problem.ts'
import { outsideErrorOf } from '../services/observe/call-outside.ts'
import { newKey, type Storage } from '../services/storage/storage.ts'

/** Enough to recognise the type of a file. */
const headBytes = 65_536

/** A file of a form, already stored under `key`. It is discarded when the action throws. */
export interface ReceivedFile {
  key: string
  /**
   * Set as the last step of a transaction that names the file. After that a failure no longer tells whether a
   * document owns it, so only the sweep may delete it.
   */
  isClaimed: boolean
  /** As on the teacher's computer, without folders. */
  filename: string
  sizeBytes: number
  sha256: string
  /** Its first bytes, for the file type: nothing is read back from storage. */
  head: Buffer
}

export interface ReceivedForm {
  fields: Record<string, string>
  files: ReceivedFile[]
}

/** The last part of what may be a whole path, for display. */
export function displayName(filename: string): string {
  // Removed instead of replaced by a space, which would split `essay\u0001.txt`.
  const name = path.posix
    .basename(filename.replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
  return oneLine(name).slice(0, 255).toWellFormed() || 'document'
}

/** Stores a file under a new key, in one pass. */
export async function storeFile(
  storage: Pick<Storage, 'put'>,
  filename: string,
  content: Readable,
): Promise<ReceivedFile> {
  const key = newKey()
  let head = Buffer.alloc(0)
  const hash = createHash('sha256')
  const observed = async function* () {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      yield chunk
    }
  }
  const { sizeBytes } = await storage.put(key, Readable.from(observed(), { objectMode: false }))
  return { key, isClaimed: false, filename, sizeBytes, sha256: hash.digest('hex'), head }
}

async function receiveFile(part: MultipartFile, storage: Storage): Promise<ReceivedFile> {
  const filename = displayName(part.filename)
  const file = await storeFile(storage, filename, part.file)
  // The stream ends silently at the size limit, so the stored file is incomplete.
  if (part.file.truncated) {
    await storage.delete(file.key)
    throw problem('too_large', 'file_too_large', { filename })
  }
  return file
}

/** The browser stopped sending: nobody waits for the response, and the server is not at fault. */
function interrupted(error: unknown): Problem {
  return problem('invalid_input', 'upload_interrupted', {}, { cause: error })
}

/**
 * Whether the client stopped sending. A connection to the storage may break as well, and that is not the
 * client's doing.
 */
function isInterruption(error: unknown, { raw }: FastifyRequest): boolean {
  if (outsideErrorOf(error) !== null) return false
  const isCutOff = raw.destroyed && !raw.complete
  return isCutOff || (error instanceof Error && /unexpected end/i.test(error.message))
}

async function receivePart(part: Multipart, form: ReceivedForm, storage: Storage): Promise<void> {
  if (part.type === 'file') form.files.push(await receiveFile(part, storage))
  else form.fields[part.fieldname] = String(part.value)
}

/** Streams the files of a form into storage. On failure none of them stays there. */
export async function receiveForm(request: FastifyRequest, storage: Storage): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw problem('invalid_input', 'file_form_expected')
  const form: ReceivedForm = { fields: {}, files: [] }
  try {
    for await (const part of request.parts({
      limits: {
        fileSize: uploadLimits.fileBytes,
        files: uploadLimits.filesPerBatch,
        fields: 20,
        fieldSize: 10_000,
        headerPairs: 50,
      },
    })) {
      await receivePart(part, form, storage)
    }
    return form
  } catch (error) {
    await discard(form.files, storage)
    if (hasCode(error, 'FST_FILES_LIMIT')) {
      throw problem('too_large', 'too_many_files', { files: uploadLimits.filesPerBatch }, { cause: error })
    }
    throw isInterruption(error, request) ? interrupted(error) : error
  }
}

/** Maximum size of an anonymous form field: 10,000 characters of any script. */
const publicFieldBytes = 40_000

/** The fields of a form without files, for anonymous calls: nothing of it is stored. */
export async function receiveFields(request: FastifyRequest): Promise<Record<string, string>> {
  if (!request.isMultipart()) throw problem('invalid_input', 'form_expected')
  const fields = new Map<string, string>()
  try {
    for await (const part of request.parts({
      limits: { files: 0, fields: 5, fieldSize: publicFieldBytes, headerPairs: 50 },
    })) {
      if (part.type === 'field') fields.set(part.fieldname, String(part.value))
    }
    return Object.fromEntries(fields)
  } catch (error) {
    throw isInterruption(error, request) ? interrupted(error) : error
  }
}

/** Deletes files that no document can own. Never throws: what cannot be deleted now is left to the sweep. */
export async function discard(files: ReceivedFile[], storage: Pick<Storage, 'delete'>): Promise<void> {
  await Promise.allSettled(files.filter(({ isClaimed }) => !isClaimed).map(({ key }) => storage.delete(key)))
}
