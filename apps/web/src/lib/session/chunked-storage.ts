/** The longest value under one key, in characters (specification, part 1, section 9). */
const chunkLength = 2_000
const index = /^chunks:([\w-]+):(\d+)$/

const chunkKey = (key: string, generation: string, nth: number) => `chunk.${generation}.${nth}.${key}`

/**
 * Stores long values in chunks. The key itself then holds an index that is written after its chunks, so
 * another tab reads the old value or the new one, and never a mix.
 */
export class ChunkedStorage {
  readonly #storage: Storage

  constructor(storage: Storage) {
    this.#storage = storage
  }

  getItem(key: string): string | null {
    const value = this.#storage.getItem(key)
    const [, generation = '', count = '0'] = index.exec(value ?? '') ?? []
    if (generation === '') return value
    const chunks = Array.from({ length: Number(count) }, (_, nth) =>
      this.#storage.getItem(chunkKey(key, generation, nth)),
    )
    if (!chunks.includes(null)) return chunks.join('')
    // Another tab replaced the value in between, unless the chunks are lost.
    return this.#storage.getItem(key) === value ? null : this.getItem(key)
  }

  setItem(key: string, value: string): void {
    const before = this.#storage.getItem(key)
    if (value.length <= chunkLength) this.#storage.setItem(key, value)
    else {
      // Only tells this value from the one before it, so any number will do.
      const generation = Math.random().toString(36).slice(2)
      const count = Math.ceil(value.length / chunkLength)
      for (let nth = 0; nth < count; nth += 1)
        this.#storage.setItem(
          chunkKey(key, generation, nth),
          value.slice(nth * chunkLength, (nth + 1) * chunkLength),
        )
      this.#storage.setItem(key, `chunks:${generation}:${count}`)
    }
    this.#removeChunks(key, before)
  }

  removeItem(key: string): void {
    const before = this.#storage.getItem(key)
    this.#storage.removeItem(key)
    this.#removeChunks(key, before)
  }

  #removeChunks(key: string, value: string | null): void {
    const [, generation = '', count = '0'] = index.exec(value ?? '') ?? []
    for (let nth = 0; nth < Number(count); nth += 1) this.#storage.removeItem(chunkKey(key, generation, nth))
  }
}
