import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type ContextReader, Encoder, type EncoderModel, read } from '@penmark/detector/lab'
import { Progress } from '../progress.ts'

/** A key of this many bytes and a length (uint32, little-endian) for each stored text. */
const keyBytes = 16
const entryBytes = keyBytes + 4
/** A thread runs TypeScript through the same loader as this one. */
const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(new URL('reading-thread.ts', import.meta.url).href)}) })`

/** Texts that are computed and stored together; a run that is ended loses no more. */
const chunk = 64

/** What a detector reads of a text. */
export const allTokens = (text: string): string[] => read(text).tokens

const keyOf = (tokens: readonly string[]): string =>
  createHash('sha256').update(tokens.join('\t')).digest().subarray(0, keyBytes).toString('latin1')

/**
 * One encoder's readings, computed once for each text and stored in `file.keys` and `file.logits`, because a
 * release reads the same texts again and again.
 */
export class StoredReadings implements ContextReader {
  readonly #file: string
  readonly #network: string
  readonly #encoder: Encoder
  readonly #words: readonly string[]
  readonly #known = new Map<string, Int8Array>()

  /** `network` is the path of an ONNX file. */
  constructor(file: string, network: string, words: EncoderModel['words']) {
    this.#file = file
    this.#network = network
    this.#words = words
    this.#encoder = new Encoder({ words, network: readFileSync(network) })
    mkdirSync(dirname(file), { recursive: true })
    this.#load()
  }

  #load(): void {
    if (!existsSync(`${this.#file}.keys`)) return
    const keys = readFileSync(`${this.#file}.keys`)
    const logits = readFileSync(`${this.#file}.logits`)
    let at = 0
    let entries = 0
    for (; (entries + 1) * entryBytes <= keys.length; entries++) {
      const size = keys.readUInt32LE(entries * entryBytes + keyBytes)
      // A run that was ended between the two files leaves one longer than the other.
      if (at + size > logits.length) break
      const key = keys.subarray(entries * entryBytes, entries * entryBytes + keyBytes).toString('latin1')
      this.#known.set(key, new Int8Array(logits.buffer, logits.byteOffset + at, size))
      at += size
    }
    truncateSync(`${this.#file}.keys`, entries * entryBytes)
    truncateSync(`${this.#file}.logits`, at)
  }

  #store(key: string, reading: Int8Array): void {
    if (this.#known.has(key)) return
    const size = Buffer.alloc(4)
    size.writeUInt32LE(reading.length)
    appendFileSync(
      `${this.#file}.logits`,
      new Uint8Array(reading.buffer, reading.byteOffset, reading.byteLength),
    )
    appendFileSync(`${this.#file}.keys`, Buffer.concat([Buffer.from(key, 'latin1'), size]))
    this.#known.set(key, reading)
  }

  async open(): Promise<void> {
    await this.#encoder.open()
  }

  async read(tokens: readonly string[]): Promise<Int8Array> {
    const key = keyOf(tokens)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const reading = await this.#encoder.read(tokens)
    this.#store(key, reading)
    return reading
  }

  /** Reads texts that are not stored yet, on all processor cores. `tokensOf` is how they are read later. */
  async readMissing(
    texts: readonly string[],
    tokensOf: (text: string) => string[],
    stage: string,
  ): Promise<void> {
    let next = 0
    const takeMissing = (): Map<string, string[]> => {
      const missing = new Map<string, string[]>()
      while (missing.size < chunk && next < texts.length) {
        const tokens = tokensOf(texts[next++] as string)
        const key = keyOf(tokens)
        if (!this.#known.has(key)) missing.set(key, tokens)
      }
      return missing
    }
    let missing = takeMissing()
    if (missing.size < chunk) return
    const progress = new Progress(stage, texts.length)
    const work = async (): Promise<void> => {
      const thread = new Worker(program, {
        eval: true,
        workerData: { network: this.#network, words: this.#words },
      })
      try {
        for (; missing.size > 0; progress.at(next)) {
          const taken = missing
          missing = takeMissing()
          const readings = await answerOf(thread, [...taken.values()])
          ;[...taken.keys()].forEach((key, i) => {
            this.#store(key, readings[i] as Int8Array)
          })
        }
      } finally {
        await thread.terminate()
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, work))
    progress.end(`${texts.length} texts`)
  }
}

/** Rejects if the thread fails. */
async function answerOf(thread: Worker, texts: readonly (readonly string[])[]): Promise<Int8Array[]> {
  const message = once(thread, 'message') as Promise<[Int8Array[]]>
  thread.postMessage(texts)
  const [readings] = await message
  return readings
}
