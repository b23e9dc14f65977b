import type { FileSettings } from '../outside/storage/open-storage.ts'
import type { Values } from './definitions.ts'
import { SettingsError } from './settings-error.ts'

const defaultRegion = 'us-east-1'

/** Where uploaded files are stored and how they are encrypted. A bucket is used when its name and both of its keys are set. */
export function readFiles({ S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, FILES_KEY }: Values): FileSettings {
  const sealing = FILES_KEY ?? { keys: [], acceptsUnsealed: false }
  const needed = { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === null ? [name] : []))
  if (missing.length === Object.keys(needed).length && S3_ENDPOINT === null && S3_REGION === null) return { s3: null, ...sealing }
  if (S3_BUCKET === null || S3_ACCESS_KEY_ID === null || S3_SECRET_ACCESS_KEY === null) {
    throw new SettingsError(missing.map((name) => `${name} is missing, though its neighbours are set`))
  }
  const s3 = {
    bucket: S3_BUCKET,
    endpoint: S3_ENDPOINT,
    region: S3_REGION ?? defaultRegion,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
  return { s3, ...sealing }
}
