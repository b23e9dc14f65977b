import { gramSlots, type StyleFacts } from '@penmark/detector/lab'
import type { Numbers } from './prepared.ts'

/** Tokens of many texts end to end, in memory that threads share. */
export interface Shelf extends StyleFacts {
  grams: Int32Array
}

/** Training texts. Each text is stored twice: at 2t as it is, at 2t + 1 as its noisy copy. */
export interface TextStore {
  shelves: Shelf[]
  shelfOf: Uint16Array
  from: Uint32Array
  size: Uint32Array
}

const textsPerShelf = 4096

function shared<T>(bytes: number, view: new (buffer: SharedArrayBuffer) => T): T {
  return new view(new SharedArrayBuffer(bytes))
}

function shelve(texts: readonly Numbers[], size: number): Shelf {
  const shelf: Shelf = {
    words: shared(4 * size, Uint32Array),
    facts: shared(2 * size, Uint16Array),
    lengths: shared(size, Uint8Array),
    since: shared(2 * size, Uint16Array),
    grams: shared(4 * gramSlots * size, Int32Array),
  }
  let at = 0
  for (const { facts, grams } of texts) {
    shelf.words.set(facts.words, at)
    shelf.facts.set(facts.facts, at)
    shelf.lengths.set(facts.lengths, at)
    shelf.since.set(facts.since, at)
    shelf.grams.set(grams, gramSlots * at)
    at += facts.size
  }
  return shelf
}

/** Takes texts in order, each with its noisy copy, and stores only their numbers. */
export class StoreBuilder {
  readonly #shelves: Shelf[] = []
  readonly #shelfOf: number[] = []
  readonly #from: number[] = []
  readonly #size: number[] = []
  #open: Numbers[] = []
  #filled = 0

  add(text: Numbers, noisy: Numbers): void {
    for (const one of [text, noisy]) {
      this.#shelfOf.push(this.#shelves.length)
      this.#from.push(this.#filled)
      this.#size.push(one.facts.size)
      this.#filled += one.facts.size
      this.#open.push(one)
    }
    if (this.#open.length >= textsPerShelf) this.#close()
  }

  #close(): void {
    this.#shelves.push(shelve(this.#open, this.#filled))
    this.#open = []
    this.#filled = 0
  }

  finish(): TextStore {
    if (this.#open.length > 0) this.#close()
    return {
      shelves: this.#shelves,
      shelfOf: Uint16Array.from(this.#shelfOf),
      from: Uint32Array.from(this.#from),
      size: Uint32Array.from(this.#size),
    }
  }
}
