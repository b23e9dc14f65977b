import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { z } from 'zod'
import { createS3Aside } from './s3-aside.ts'
import { assertKey, isKey, type Storage } from './storage.ts'
import { tempFolderPrefix } from './temp-folders.ts'

export interface S3Settings {
  /** Null for Amazon S3; otherwise the address of a compatible service. */
  endpoint: string | null
  region: string
  bucket: string
  /** Before the name of every object: empty, or ending with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** Every response of HTTP tells the server's time. */
const DatedResponse = z.object({ headers: z.object({ date: z.coerce.date() }) })

const connectWithinMs = 5_000
const answerWithinMs = 60_000
const maxAttempts = 3

/**
 * Stores each object in an S3 bucket or a compatible service. Uploads are first written to a temporary file, so that they are sent with their
 * length and stored whole or not at all. Throws when the bucket cannot be reached.
 */
export async function createS3Storage({
  endpoint,
  region,
  bucket,
  prefix,
  ...credentials
}: S3Settings): Promise<Storage & { close(): Promise<void> }> {
  const client = new S3Client({
    region,
    credentials,
    maxAttempts,
    requestHandler: { connectionTimeout: connectWithinMs, requestTimeout: answerWithinMs },
    // Compatible services reject checksums that they do not require.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  })
  const tempFolder = await mkdtemp(tempFolderPrefix())
  const close = async () => {
    client.destroy()
    await rm(tempFolder, { recursive: true, force: true })
  }
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
  } catch (cause) {
    await close()
    throw new Error(`The bucket "${bucket}" of S3_BUCKET cannot be used: ${cause instanceof Error ? cause.name : String(cause)}`, { cause })
  }

  const locationOf = (Key: string) => {
    assertKey(Key)
    return { Bucket: bucket, Key: `${prefix}${Key}` }
  }

  const get = async (key: string): Promise<Readable | null> => {
    try {
      const { Body } = await client.send(new GetObjectCommand(locationOf(key)))
      if (!(Body instanceof Readable)) throw new Error('S3 answered without a body.')
      return Body
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  const newTempPath = () => path.join(tempFolder, randomUUID())

  return {
    async put(key, content) {
      const location = locationOf(key)
      const file = newTempPath()
      try {
        await pipeline(content, createWriteStream(file, { mode: 0o600 }))
        const { size } = await stat(file)
        await client.send(new PutObjectCommand({ ...location, Body: createReadStream(file), ContentLength: size }))
        return { sizeBytes: size }
      } finally {
        await rm(file, { force: true })
      }
    },

    get,

    async localCopy(key) {
      const content = await get(key)
      if (content === null) return null
      const file = newTempPath()
      const release = () => rm(file, { force: true })
      try {
        await pipeline(content, createWriteStream(file, { mode: 0o600 }))
      } catch (error) {
        await release()
        throw error
      }
      return { path: file, release }
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(locationOf(key)))
    },

    async now() {
      const command = new HeadBucketCommand({ Bucket: bucket })
      const dates: Date[] = []
      command.middlewareStack.add(
        (next) => async (args) => {
          const result = await next(args)
          dates.push(DatedResponse.parse(result.response).headers.date)
          return result
        },
        { step: 'deserialize' },
      )
      await client.send(command)
      const date = dates.at(-1)
      if (date === undefined) throw new Error('S3 did not say what time it is.')
      return date
    },

    async *list(before) {
      let token: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }))
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const key = Key.slice(prefix.length)
          // The bucket may hold other objects.
          if (isKey(key) && LastModified !== undefined && LastModified < before) yield key
        }
        token = page.NextContinuationToken
      } while (token !== undefined)
    },

    // Half-written uploads are in a local temporary folder, which `sweepTempFolders` clears.
    sweepUnfinished: async () => undefined,

    ...createS3Aside({ client, bucket, prefix }),

    close,
  }
}
