import type { Random } from './random.ts'

/** Bytes that often break programs: ends of ranges, ends of text, characters with a meaning in formats. */
const bytes = [0, 1, 9, 10, 13, 32, 34, 37, 39, 40, 44, 45, 46, 47, 58, 59, 60, 61, 62, 91, 92, 123, 127, 128, 192, 237, 239, 254, 255]
const numbers = [0, 1, -1, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]
const common = [
  '%00',
  '../',
  '\r\n',
  '\u202e',
  '\ufeff',
  '1e999',
  '-0',
  '__proto__',
  'constructor',
  '\ud83d\ude00',
  '\\u0000',
  '<!--',
  '${',
]

type Change = (input: Buffer, random: Random, others: readonly Buffer[], words: readonly Buffer[]) => Buffer

const at = (input: Buffer, random: Random) => random.below(input.length + 1)
const splice = (input: Buffer, from: number, to: number, put: Uint8Array) =>
  Buffer.concat([input.subarray(0, from), put, input.subarray(Math.max(from, to))])

function piece(input: Buffer, random: Random, most: number): Buffer {
  const from = at(input, random)
  return input.subarray(from, from + 1 + random.below(most))
}

const changes: readonly Change[] = [
  function flipBit(input, random) {
    const changed = Buffer.from(input)
    const place = random.below(Math.max(1, input.length))
    if (changed.length > 0) changed.writeUInt8(changed.readUInt8(place) ^ (1 << random.below(8)), place)
    return changed
  },
  function setByte(input, random) {
    const place = at(input, random)
    return splice(input, place, place + 1, Buffer.from([random.oneIn(2) ? random.pick(bytes) : random.below(256)]))
  },
  function setNumber(input, random) {
    const put = Buffer.alloc(4)
    const number = random.pick(numbers) >>> 0
    if (random.oneIn(2)) put.writeUInt32LE(number)
    else put.writeUInt32BE(number)
    const place = at(input, random)
    return splice(input, place, place + 4, put)
  },
  function cutOut(input, random) {
    const place = at(input, random)
    return splice(input, place, place + 1 + random.below(64), Buffer.alloc(0))
  },
  function cutShort(input, random) {
    return input.subarray(0, at(input, random))
  },
  function repeat(input, random) {
    const part = piece(input, random, 32)
    const times = random.oneIn(20) ? 500 : 1 + random.below(20)
    const place = at(input, random)
    return splice(input, place, place, Buffer.concat(Array.from({ length: times }, () => part)))
  },
  function move(input, random) {
    const place = at(input, random)
    return splice(input, place, place, piece(input, random, 128))
  },
  function putWord(input, random, _others, words) {
    const place = at(input, random)
    return splice(input, place, random.oneIn(2) ? place : place + 4, random.pick(words))
  },
  function mix(input, random, others) {
    const other = random.pick(others)
    return Buffer.concat([input.subarray(0, at(input, random)), other.subarray(at(other, random))])
  },
]

/** The words of a target plus those that are used for all. */
export function wordsWith(words: readonly string[]): Buffer[] {
  return [...words, ...common].map((word) => Buffer.from(word))
}

/** The input with a few changes, never longer than `most` bytes. */
export function mutate(input: Buffer, random: Random, others: readonly Buffer[], words: readonly Buffer[], most: number): Buffer {
  let changed = input
  for (let left = 1 + random.below(random.oneIn(4) ? 16 : 4); left > 0; left -= 1)
    changed = random.pick(changes)(changed, random, others, words)
  return changed.subarray(0, most)
}
