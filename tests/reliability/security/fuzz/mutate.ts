import type { Chance } from './random.ts'

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

type Change = (input: Buffer, chance: Chance, others: readonly Buffer[], words: readonly Buffer[]) => Buffer

const at = (input: Buffer, chance: Chance) => chance.below(input.length + 1)
const splice = (input: Buffer, from: number, to: number, put: Uint8Array) =>
  Buffer.concat([input.subarray(0, from), put, input.subarray(Math.max(from, to))])

function piece(input: Buffer, chance: Chance, most: number): Buffer {
  const from = at(input, chance)
  return input.subarray(from, from + 1 + chance.below(most))
}

const changes: readonly Change[] = [
  function flipBit(input, chance) {
    const changed = Buffer.from(input)
    const place = chance.below(Math.max(1, input.length))
    if (changed.length > 0) changed.writeUInt8(changed.readUInt8(place) ^ (1 << chance.below(8)), place)
    return changed
  },
  function setByte(input, chance) {
    const place = at(input, chance)
    return splice(input, place, place + 1, Buffer.from([chance.once(2) ? chance.one(bytes) : chance.below(256)]))
  },
  function setNumber(input, chance) {
    const put = Buffer.alloc(4)
    const number = chance.one(numbers) >>> 0
    if (chance.once(2)) put.writeUInt32LE(number)
    else put.writeUInt32BE(number)
    const place = at(input, chance)
    return splice(input, place, place + 4, put)
  },
  function cutOut(input, chance) {
    const place = at(input, chance)
    return splice(input, place, place + 1 + chance.below(64), Buffer.alloc(0))
  },
  function cutShort(input, chance) {
    return input.subarray(0, at(input, chance))
  },
  function repeat(input, chance) {
    const part = piece(input, chance, 32)
    const times = chance.once(20) ? 500 : 1 + chance.below(20)
    const place = at(input, chance)
    return splice(input, place, place, Buffer.concat(Array.from({ length: times }, () => part)))
  },
  function move(input, chance) {
    const place = at(input, chance)
    return splice(input, place, place, piece(input, chance, 128))
  },
  function putWord(input, chance, _others, words) {
    const place = at(input, chance)
    return splice(input, place, chance.once(2) ? place : place + 4, chance.one(words))
  },
  function mix(input, chance, others) {
    const other = chance.one(others)
    return Buffer.concat([input.subarray(0, at(input, chance)), other.subarray(at(other, chance))])
  },
]

/** The words of a target plus those that are used for all. */
export function wordsWith(words: readonly string[]): Buffer[] {
  return [...words, ...common].map((word) => Buffer.from(word))
}

/** The input with a few changes, never longer than `most` bytes. */
export function mutate(input: Buffer, chance: Chance, others: readonly Buffer[], words: readonly Buffer[], most: number): Buffer {
  let changed = input
  for (let left = 1 + chance.below(chance.once(4) ? 16 : 4); left > 0; left -= 1)
    changed = chance.one(changes)(changed, chance, others, words)
  return changed.subarray(0, most)
}
