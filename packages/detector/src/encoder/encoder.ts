import { type OpenSession, openSession, type RuntimeChoice } from './session.ts'
import { tokenWindows } from './token-windows.ts'
import { Vocabulary } from './vocabulary.ts'

/** Logits are stored in steps of this size, so that processors that differ in the last digits agree. */
const logitStep = 1 / 16

/** The second reader of a model. */
export interface EncoderModel {
  /** The words it knows. */
  words: readonly string[]
  /** An ONNX file: `ids` (int32, windows × tokens) to `logits` (float32, windows × tokens). */
  network: Uint8Array
  /** What its reading adds to a word model's log-odds, times `contextOdds`. */
  weight: number
}

/** Judges each token of a text in its context: above zero if it reads like a machine's, in `logitStep`s. */
export interface ContextReader {
  /** Makes it ready, which the first text otherwise waits for. Rejects if this system cannot run it. */
  open(): Promise<unknown>
  read(tokens: readonly string[]): Promise<Int8Array>
}

/** Told before and after compiled code runs; `enter` may throw to prevent it. */
export interface CompiledCodeGate {
  enter(): void
  leave(): void
}

const noGate: CompiledCodeGate = { enter: () => undefined, leave: () => undefined }

/**
 * Runs an encoder. Its session opens with the first text and stays open. Windows are read one by one: more at
 * once are no faster on a processor core, and memory stays the same for texts of any length.
 */
export class Encoder implements ContextReader {
  readonly #vocabulary: Vocabulary
  readonly #network: Uint8Array
  readonly #gate: CompiledCodeGate
  readonly #runtime: RuntimeChoice
  #session: Promise<OpenSession> | null = null

  constructor(
    { words, network }: Pick<EncoderModel, 'words' | 'network'>,
    { gate = noGate, runtime = 'fastest' }: { gate?: CompiledCodeGate; runtime?: RuntimeChoice } = {},
  ) {
    this.#gate = gate
    this.#runtime = runtime
    this.#vocabulary = new Vocabulary(words)
    this.#network = network
  }

  open(): Promise<OpenSession> {
    this.#session ??= this.#inGate(() => openSession(this.#network, this.#runtime))
    return this.#session
  }

  async read(tokens: readonly string[]): Promise<Int8Array> {
    const { session, Tensor } = await this.open()
    const ids = this.#vocabulary.numbersOf(tokens)
    const out = new Int8Array(ids.length)
    for (const { from, to, keepFrom, keepTo } of tokenWindows(ids.length)) {
      const { logits } = await this.#inGate(() =>
        session.run({ ids: new Tensor('int32', ids.subarray(from, to), [1, to - from]) }),
      )
      const values = logits?.data as Float32Array
      for (let i = keepFrom; i < keepTo; i++) out[i] = quantised(values[i - from] as number)
    }
    return out
  }

  async #inGate<T>(run: () => Promise<T>): Promise<T> {
    this.#gate.enter()
    try {
      return await run()
    } finally {
      this.#gate.leave()
    }
  }
}

const quantised = (logit: number): number => Math.max(-127, Math.min(127, Math.round(logit / logitStep)))

/**
 * Running sums of a reading: `sums[to] - sums[from]` is that of tokens `from`…`to`. Integers, so that no
 * order of adding changes them.
 */
export function runningSums(reading: Int8Array): Int32Array {
  const sums = new Int32Array(reading.length + 1)
  for (let i = 0; i < reading.length; i++) sums[i + 1] = (sums[i] as number) + (reading[i] as number)
  return sums
}

/** Logits end near this value, because the encoder was trained with smoothed labels. */
const largestLogit = 5.6
const leastRest = 0.05
const stretching = 3

/**
 * Log-odds of tokens `from`…`to` from running sums: their mean logit, stretched so that a sure reading has a
 * tail as long as that of a sure word model.
 */
export function contextOdds(sums: Int32Array, from: number, to: number): number {
  const mean = (((sums[to] as number) - (sums[from] as number)) * logitStep) / Math.max(1, to - from)
  return -stretching * Math.log(Math.max(leastRest, 1 - mean / largestLogit))
}
