import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '../s3.ts'

const bucket = 'penmark'
/** Of its files: what was sent, and what is written once all of it has arrived. */
const suffixes = { object: '._S3rver_object', metadata: '._S3rver_metadata.json' } as const

/** A local S3 service with one empty bucket, for tests. */
export interface TestS3 {
  settings: S3Settings
  /** The folder that holds the bucket's objects. */
  directory: string
  /**
   * Removes objects whose upload was cut off. A real service keeps nothing of them; this one keeps what had
   * arrived.
   */
  discardHalfWritten(): Promise<void>
  close(): Promise<void>
}

export async function openTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'penmark-bucket-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      prefix: '',
      pathStyle: true,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    directory,
    discardHalfWritten: async () => {
      const names = new Set(await readdir(directory, { recursive: true }))
      const objects = [...names].filter((name) => name.endsWith(suffixes.object))
      const halfWritten = objects.filter(
        (name) => !names.has(name.slice(0, -suffixes.object.length) + suffixes.metadata),
      )
      for (const name of halfWritten) await rm(path.join(directory, name))
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
