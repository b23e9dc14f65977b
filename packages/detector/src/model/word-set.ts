const bits = 20

/** The vocabulary shared by many sources, as a set of truncated word hashes. */
export class WordSet {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array = new Uint8Array(1 << (bits - 3))) {
    this.bytes = bytes
  }

  add(word: number): void {
    const at = word >>> (32 - bits)
    this.bytes[at >>> 3] = (this.bytes[at >>> 3] as number) | (1 << (at & 7))
  }

  has(word: number): boolean {
    const at = word >>> (32 - bits)
    return ((this.bytes[at >>> 3] as number) & (1 << (at & 7))) !== 0
  }
}
