import { gramSlots, type StyleFacts } from '@penmark/detector/lab'
import type { Numbers } from './prepared.ts'

/** Tokens of many texts end to end, in memory that threads share. */
export interface TextBlock extends StyleFacts {
  grams: Int32Array
}

/** Training texts. Each text is stored twice: at 2t as it is, at 2t + 1 as its noisy copy. */
export interface TextStore {
  blocks: TextBlock[]
  shelfOf: Uint16Array
  from: Uint32Array
  size: Uint32Array
}

const textsPerBlock = 4096

function shared<T>(bytes: number, view: new (buffer: SharedArrayBuffer) => T): T {
  return new view(new SharedArrayBuffer(bytes))
}

function shelve(texts: readonly Numbers[], size: number): TextBlock {
  const block: TextBlock = {
    words: shared(4 * size, Uint32Array),
    facts: shared(2 * size, Uint16Array),
    lengths: shared(size, Uint8Array),
    since: shared(2 * size, Uint16Array),
    grams: shared(4 * gramSlots * size, Int32Array),
  }
  let at = 0
  for (const { facts, grams } of texts) {
    block.words.set(facts.words, at)
    block.facts.set(facts.facts, at)
    block.lengths.set(facts.lengths, at)
    block.since.set(facts.since, at)
    block.grams.set(grams, gramSlots * at)
    at += facts.size
  }
  return block
}

/** Takes texts in order, each with its noisy copy, and stores only their numbers. */
export class StoreBuilder {
  readonly #blocks: TextBlock[] = []
  readonly #shelfOf: number[] = []
  readonly #from: number[] = []
  readonly #size: number[] = []
  #open: Numbers[] = []
  #filled = 0

  add(text: Numbers, noisy: Numbers): void {
    for (const one of [text, noisy]) {
      this.#shelfOf.push(this.#blocks.length)
      this.#from.push(this.#filled)
      this.#size.push(one.facts.size)
      this.#filled += one.facts.size
      this.#open.push(one)
    }
    if (this.#open.length >= textsPerBlock) this.#close()
  }

  #close(): void {
    this.#blocks.push(shelve(this.#open, this.#filled))
    this.#open = []
    this.#filled = 0
  }

  finish(): TextStore {
    if (this.#open.length > 0) this.#close()
    return {
      blocks: this.#blocks,
      shelfOf: Uint16Array.from(this.#shelfOf),
      from: Uint32Array.from(this.#from),
      size: Uint32Array.from(this.#size),
    }
  }
}
