import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Deadline } from '../observe/call-outside.ts'
import { OutsideError } from '../observe/call-outside.ts'
import { installationOf, markName, markOf } from './mark.ts'
import type { Storage } from './storage.ts'
import { dayOfSetAside, isDayBefore, setAsideName, setAsidePath } from './swept-objects.ts'

/** Where in a bucket the objects of an installation are. `prefix` is empty or ends with a slash. */
export interface S3Place {
  client: S3Client
  bucket: string
  prefix: string
  /** Makes a call that may be made twice, with a deadline. */
  call<T>(attempt: (deadline: Deadline) => Promise<T>): Promise<T>
}

/**
 * The service answered that the object exists already, also because another process was creating it at that
 * moment.
 */
const isTaken = (error: unknown) => hasStatus(error, 409, 412)
/** The service refuses a condition that it does not know. */
const isUnknownCondition = (error: unknown) => hasStatus(error, 400, 501)

function hasStatus(error: unknown, ...statuses: number[]): boolean {
  const cause = error instanceof OutsideError ? error.cause : error
  return cause instanceof S3ServiceException && statuses.includes(cause.$metadata.httpStatusCode ?? 0)
}

/** What a bucket holds beside the objects: the installation's mark, and what was set aside. */
export function createS3Aside({
  client,
  bucket,
  prefix,
  call,
}: S3Place): Pick<Storage, 'readMark' | 'writeMark' | 'setAside' | 'deleteSetAside'> {
  const mark = { Bucket: bucket, Key: `${prefix}${markName}` }

  return {
    async readMark() {
      return call(async ({ signal }) => {
        try {
          const { Body } = await client.send(new GetObjectCommand(mark), { abortSignal: signal })
          return installationOf((await Body?.transformToString()) ?? '')
        } catch (error) {
          if (error instanceof NoSuchKey) return null
          throw error
        }
      })
    },

    async writeMark(installation_id, { replace } = { replace: false }) {
      const object = { ...mark, Body: markOf(installation_id), ContentType: 'application/json' }
      const put = (condition: { IfNoneMatch?: string }) =>
        call(({ signal }) =>
          client.send(new PutObjectCommand({ ...object, ...condition }), { abortSignal: signal }),
        )
      if (replace) return void (await put({}))
      // Where a service does not know the condition, the last of two installations wins, and the other
      // notices before its next sweep.
      await put({ IfNoneMatch: '*' }).catch((error: unknown) => {
        if (isUnknownCondition(error)) return put({})
        if (!isTaken(error)) throw error
      })
    },

    async setAside(key, now) {
      const source = { Bucket: bucket, Key: `${prefix}${key}` }
      const CopySource = `${bucket}/${source.Key}`.split('/').map(encodeURIComponent).join('/')
      const copy = { Bucket: bucket, Key: `${prefix}${setAsidePath(key, now)}`, CopySource }
      await call(({ signal }) => client.send(new CopyObjectCommand(copy), { abortSignal: signal }))
      await call(({ signal }) => client.send(new DeleteObjectCommand(source), { abortSignal: signal }))
    },

    async deleteSetAside(before) {
      let deleted = 0
      let token: string | undefined
      do {
        const Prefix = `${prefix}${setAsideName}/`
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken: token })
        const page = await call(({ signal }) => client.send(command, { abortSignal: signal }))
        for (const { Key = '' } of page.Contents ?? []) {
          const day = dayOfSetAside(Key.slice(prefix.length))
          if (day === null || !isDayBefore(day, before)) continue
          await call(({ signal }) =>
            client.send(new DeleteObjectCommand({ Bucket: bucket, Key }), { abortSignal: signal }),
          )
          deleted += 1
        }
        token = page.NextContinuationToken
      } while (token !== undefined)
      return deleted
    },
  }
}
