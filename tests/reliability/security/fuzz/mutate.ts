import type { Random } from './random.ts'

/** Bytes that often break programs: ends of ranges, ends of text, characters with a meaning in formats. */
const bytes = [
  0, 1, 9, 10, 13, 32, 34, 37, 39, 40, 44, 45, 46, 47, 58, 59, 60, 61, 62, 91, 92, 123, 127, 128, 192, 237,
  239, 254, 255,
]
const numbers = [
  0,
  1,
  -1,
  127,
  128,
  255,
  256,
  32_767,
  32_768,
  65_535,
  65_536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
]
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

const randomOffset = (input: Buffer, random: Random) => random.below(input.length + 1)
const splice = (input: Buffer, from: number, to: number, inserted: Uint8Array) =>
  Buffer.concat([input.subarray(0, from), inserted, input.subarray(Math.max(from, to))])

function piece(input: Buffer, random: Random, maxBytes: number): Buffer {
  const from = randomOffset(input, random)
  return input.subarray(from, from + 1 + random.below(maxBytes))
}

const changes: readonly Change[] = [
  function flipBit(input, random) {
    const changed = Buffer.from(input)
    const offset = random.below(Math.max(1, input.length))
    if (changed.length > 0) changed.writeUInt8(changed.readUInt8(offset) ^ (1 << random.below(8)), offset)
    return changed
  },
  function setByte(input, random) {
    const offset = randomOffset(input, random)
    return splice(
      input,
      offset,
      offset + 1,
      Buffer.from([random.oneIn(2) ? random.pick(bytes) : random.below(256)]),
    )
  },
  function setNumber(input, random) {
    const put = Buffer.alloc(4)
    const number = random.pick(numbers) >>> 0
    if (random.oneIn(2)) put.writeUInt32LE(number)
    else put.writeUInt32BE(number)
    const offset = randomOffset(input, random)
    return splice(input, offset, offset + 4, put)
  },
  function cutOut(input, random) {
    const offset = randomOffset(input, random)
    return splice(input, offset, offset + 1 + random.below(64), Buffer.alloc(0))
  },
  function cutShort(input, random) {
    return input.subarray(0, randomOffset(input, random))
  },
  function repeat(input, random) {
    const part = piece(input, random, 32)
    const times = random.oneIn(20) ? 500 : 1 + random.below(20)
    const offset = randomOffset(input, random)
    return splice(input, offset, offset, Buffer.concat(Array.from({ length: times }, () => part)))
  },
  function move(input, random) {
    const offset = randomOffset(input, random)
    return splice(input, offset, offset, piece(input, random, 128))
  },
  function putWord(input, random, _others, words) {
    const offset = randomOffset(input, random)
    return splice(input, offset, random.oneIn(2) ? offset : offset + 4, random.pick(words))
  },
  function mix(input, random, others) {
    const other = random.pick(others)
    return Buffer.concat([
      input.subarray(0, randomOffset(input, random)),
      other.subarray(randomOffset(other, random)),
    ])
  },
]

/** The words of a target plus those that are used for all. */
export function wordsWith(words: readonly string[]): Buffer[] {
  return [...words, ...common].map((word) => Buffer.from(word))
}

/** The input with a few changes, never longer than `most` bytes. */
export function mutate(
  input: Buffer,
  random: Random,
  others: readonly Buffer[],
  words: readonly Buffer[],
  maxBytes: number,
): Buffer {
  let changed = input
  for (let left = 1 + random.below(random.oneIn(4) ? 16 : 4); left > 0; left -= 1)
    changed = random.pick(changes)(changed, random, others, words)
  return changed.subarray(0, maxBytes)
}
