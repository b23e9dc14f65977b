import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const bucket = { S3_BUCKET: 'penmark', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

test('stores files in the data folder, unencrypted, by default', () => {
  expect(readConfig({}).files).toEqual({ s3: null, keys: [], acceptsUnsealed: false })
})

test('stores files in an Amazon bucket, or in the configured service', () => {
  expect(readConfig(bucket).files.s3).toEqual({
    bucket: 'penmark',
    prefix: '',
    endpoint: null,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    pathStyle: false,
  })
  expect(
    readConfig({ ...bucket, S3_ENDPOINT: 'http://minio:9000/', S3_REGION: 'eu-west-3' }).files.s3,
  ).toMatchObject({
    endpoint: 'http://minio:9000',
    region: 'eu-west-3',
  })
})

test('keeps to a part of a bucket that other installations use too', () => {
  for (const given of ['schools/a', 'schools/a/']) {
    expect(readConfig({ ...bucket, S3_PREFIX: given }).files.s3).toMatchObject({ prefix: 'schools/a/' })
  }
  for (const wrong of ['/a', '../a', 'a//b', 'a b']) {
    expect(() => readConfig({ ...bucket, S3_PREFIX: wrong })).toThrow('S3_PREFIX must')
  }
  expect(() => readConfig({ S3_PREFIX: 'a' })).toThrow('S3_BUCKET is missing')
})

test.each(Object.keys(bucket))('refuses a bucket without %s', (name) => {
  expect(() => readConfig({ ...bucket, [name]: '' })).toThrow(`${name} is missing`)
})

test('refuses an address of a service without a bucket', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'http://minio:9000' })).toThrow('S3_BUCKET is missing')
})

test('accepts one key for files, or a new one before the old', () => {
  expect(readConfig({ FILES_KEY: key }).files.keys).toEqual([Buffer.alloc(32, 1)])
  expect(
    readConfig({ FILES_KEY: `${Buffer.alloc(32, 2).toString('base64')}, ${key}` }).files.keys,
  ).toHaveLength(2)
})

test('reads unencrypted files only if the last key is "unencrypted"', () => {
  expect(readConfig({ FILES_KEY: key }).files.acceptsUnsealed).toBe(false)
  expect(readConfig({ FILES_KEY: `${key}, unencrypted` }).files).toMatchObject({
    keys: [Buffer.alloc(32, 1)],
    acceptsUnsealed: true,
  })
  expect(() => readConfig({ FILES_KEY: 'unencrypted' })).toThrow('FILES_KEY must be 32 bytes in base64')
})

test('refuses a key of the wrong length, and never prints it', () => {
  const read = () => readConfig({ FILES_KEY: 'c2hvcnQ=' })
  expect(read).toThrow('FILES_KEY must be 32 bytes in base64')
  expect(read).not.toThrow(/c2hvcnQ/)
})
