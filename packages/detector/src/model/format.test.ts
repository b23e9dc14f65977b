import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { packCounts, packRising, unpackCounts, unpackRising } from './binary.ts'
import { ModelError, readHashes, readModel, writeModel } from './format.ts'
import { GramIndex } from './hash-sets.ts'

const bytes = readFileSync(new URL('../../../../models/standard.penmark', import.meta.url))

describe('a model file', () => {
  test('is read back as it was written', () => {
    const model = readModel(bytes)
    const again = writeModel({ ...model, hashes: readHashes(bytes), gramBits: model.grams.bits })
    expect(Buffer.from(again).equals(bytes)).toBe(true)
  })

  test('is refused if one byte is damaged', () => {
    const damaged = Uint8Array.from(bytes)
    damaged[damaged.length - 9] = (damaged[damaged.length - 9] as number) ^ 4
    expect(() => readModel(damaged)).toThrow(ModelError)
  })

  test('is refused if it is truncated, or not a model', () => {
    expect(() => readModel(bytes.subarray(0, bytes.length - 100))).toThrow(/damaged/)
    expect(() => readModel(new TextEncoder().encode('%PDF-1.7 something else'))).toThrow(
      /not a Penmark model file/,
    )
    expect(() => readModel(new Uint8Array())).toThrow(ModelError)
  })

  test('is refused with advice if it belongs to an older release', () => {
    const head = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true)
    const header = new TextDecoder().decode(bytes.subarray(12, 12 + head)).replace('"format":7', '"format":6')
    const older = Uint8Array.from(bytes)
    older.set(new TextEncoder().encode(header), 12)
    expect(() => readModel(older)).toThrow(
      /has format 6; this detector reads format 7\. Take the model of the same release/,
    )
  })

  test('stays small enough for the repository', () => {
    expect(bytes.length).toBeLessThanOrEqual(25_000_000)
  })
})

describe('n-gram ranks', () => {
  test('give the position of known hashes only', () => {
    const index = new GramIndex([3, 31, 32, 70_000, 16_777_215])
    expect([3, 31, 32, 70_000, 16_777_215].map((hash) => index.find(hash))).toEqual([0, 1, 2, 3, 4])
    expect(index.find(4)).toBe(-1)
    expect([...index.rank(Int32Array.from([-1, 32, 33]))]).toEqual([-1, 2, -1])
  })

  test('survive packing and unpacking', () => {
    const values = [0, 1, 128, 129, 20_000, 16_777_215]
    expect([...unpackRising(packRising(values), values.length)]).toEqual(values)
    const counts = Uint16Array.from([0, 127, 128, 16_384, 65_535])
    expect(unpackCounts(packCounts(counts), counts.length)).toEqual(counts)
  })
})
