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
import { callOutside, type Deadline, readOutside } from '../observe/call-outside.ts'
import { createS3Aside } from './s3-swept-objects.ts'
import { assertKey, isKey, type Storage } from './storage.ts'
import { tempFolderPrefix } from './temp-folders.ts'

export interface S3Settings {
  /** Null for Amazon S3; otherwise the address of a compatible service. */
  endpoint: string | null
  region: string
  bucket: string
  /** Before the name of every object: empty, or ending with a slash. */
  prefix: string
  /** Whether the bucket is named in the path of an address, or before its host. */
  pathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
}

/** Every response of HTTP tells the server's time. */
const DatedResponse = z.object({ headers: z.object({ date: z.coerce.date() }) })

const Refusal = z.object({ $response: DatedResponse })

const connectWithinMs = 5_000
/** How long the service may let us wait without taking or sending a byte. */
const defaultMoveWithinMs = 15_000
const retryAfterMs = [200, 1_000]

const silent = () => undefined
const silentLogger = { debug: silent, info: silent, warn: silent, error: silent }

const ServiceFailure = z.object({ $metadata: z.object({ httpStatusCode: z.number() }) })
/**
 * Refusals that pass: too many requests, a body that came too slowly, and clocks that differ, which the
 * client corrects.
 */
const passingRefusals = new Set([
  'RequestTimeout',
  'RequestTimeTooSkewed',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
])

function isRefused(error: unknown): boolean {
  const { data } = ServiceFailure.safeParse(error)
  const status = data?.$metadata.httpStatusCode ?? 500
  const passes = error instanceof Error && passingRefusals.has(error.name)
  return status >= 400 && status < 500 && status !== 408 && status !== 429 && !passes
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error
const statusOf = (error: unknown): number | null =>
  ServiceFailure.safeParse(error).data?.$metadata.httpStatusCode ?? null

/** In words for the operator. An answer without a body has no name for what is wrong. */
function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : String(error)
  const status = statusOf(error)
  const answer =
    status === null
      ? name
      : `the service answered with status ${status}${name.startsWith('Unknown') ? '' : ` (${name})`}`
  const hint = status === 403 ? '. Check the keys and their permissions, and S3_PATH_STYLE' : ''
  return `${answer}${hint}`
}

/** Passes chunks on, and renews the deadline with each. */
async function* renewing(chunks: Readable, { renew }: Deadline): AsyncGenerator<Buffer> {
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    renew()
    yield chunk
  }
}

/**
 * Stores each object in an S3 bucket or a compatible service. Uploads are first written to a temporary file,
 * so that they are sent with their length, again if the service fails, and stored whole or not at all. Throws
 * `OutsideError` while the service does not answer.
 */
export async function createS3Storage(
  { endpoint, region, bucket, prefix, pathStyle, ...credentials }: S3Settings,
  moveWithinMs: number = defaultMoveWithinMs,
): Promise<Storage & { close(): Promise<void> }> {
  const client = new S3Client({
    region,
    credentials,
    // We repeat a call ourselves: the client cannot send a body again.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: connectWithinMs },
    // Its warnings would go to the console. What fails for good is logged by us.
    logger: silentLogger,
    // Compatible services reject checksums that they do not require.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    forcePathStyle: pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
  })
  const tempFolder = await mkdtemp(tempFolderPrefix())
  const close = async () => {
    client.destroy()
    await rm(tempFolder, { recursive: true, force: true })
  }
  /** Every call here may be made twice. */
  const call = <T>(attempt: (deadline: Deadline) => Promise<T>): Promise<T> =>
    callOutside({ service: 'files', withinMs: moveWithinMs, retryAfterMs, isRefused }, attempt)
  const assertUsable = async () => {
    try {
      await call(({ signal }) =>
        client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: signal }),
      )
    } catch (error) {
      if (statusOf(causeOf(error)) !== 403) throw error
      // Some keys may use the objects of a bucket but not ask about the bucket itself. An object that nobody
      // has stored must be missing.
      const nothing = new GetObjectCommand({ Bucket: bucket, Key: `${prefix}${randomUUID()}` })
      await call(({ signal }) => client.send(nothing, { abortSignal: signal })).catch((second: unknown) => {
        if (!(causeOf(second) instanceof NoSuchKey)) throw second
      })
    }
  }
  try {
    await assertUsable()
  } catch (error) {
    await close()
    throw new Error(`The bucket "${bucket}" of S3_BUCKET cannot be used: ${reasonOf(causeOf(error))}`, {
      cause: error,
    })
  }

  const locationOf = (Key: string) => {
    assertKey(Key)
    return { Bucket: bucket, Key: `${prefix}${Key}` }
  }

  const open = async (
    location: { Bucket: string; Key: string },
    abortSignal: AbortSignal,
  ): Promise<Readable | null> => {
    try {
      const { Body } = await client.send(new GetObjectCommand(location), { abortSignal })
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
        await call(async (deadline) => {
          const spooled = createReadStream(file)
          const Body = Readable.from(renewing(spooled, deadline), { objectMode: false })
          // The client no longer listens once it has failed.
          Body.on('error', silent)
          try {
            await client.send(new PutObjectCommand({ ...location, Body, ContentLength: size }), {
              abortSignal: deadline.signal,
            })
          } finally {
            spooled.destroy()
          }
        })
        return { sizeBytes: size }
      } finally {
        await rm(file, { force: true })
      }
    },

    async get(key) {
      const location = locationOf(key)
      const content = await call(({ signal }) => open(location, signal))
      return content && readOutside({ service: 'files', withinMs: moveWithinMs }, content)
    },

    async localCopy(key) {
      const location = locationOf(key)
      const file = newTempPath()
      const release = () => rm(file, { force: true })
      try {
        return await call(async (deadline) => {
          const { signal } = deadline
          const content = await open(location, signal)
          if (content === null) return null
          await pipeline(renewing(content, deadline), createWriteStream(file, { mode: 0o600 }), { signal })
          return { path: file, release }
        })
      } catch (error) {
        await release()
        throw error
      }
    },

    async delete(key) {
      const location = locationOf(key)
      await call(({ signal }) => client.send(new DeleteObjectCommand(location), { abortSignal: signal }))
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
      await call(({ signal }) => client.send(command, { abortSignal: signal })).catch((error: unknown) => {
        // Keys that may not ask about the bucket are told the time all the same.
        const refusal = Refusal.safeParse(causeOf(error)).data
        if (refusal === undefined || statusOf(causeOf(error)) !== 403) throw error
        dates.push(refusal.$response.headers.date)
      })
      const date = dates.at(-1)
      if (date === undefined) throw new Error('S3 did not say what time it is.')
      return date
    },

    async *list(before) {
      let token: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token })
        const page = await call(({ signal }) => client.send(command, { abortSignal: signal }))
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

    ...createS3Aside({ client, bucket, prefix, call }),

    close,
  }
}
