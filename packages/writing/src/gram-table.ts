/** An odd number that nobody can foresee, so that no text can be made to fill one part of a table. */
const randomOdd = () => Math.floor(Math.random() * 2 ** 32) | 1

/**
 * Numbers below 2^32 - 1 by a hash of two halves. A `Map` would need one number for both, which V8 keeps as an
 * object: most of the time that a long record takes.
 */
export class GramTable {
  private lows = new Uint32Array(1_024)
  private highs = new Uint32Array(1_024)
  /** One more than each number; 0 for a free place. */
  private values = new Uint32Array(1_024)
  private used = 0
  private readonly lowMultiplier = randomOdd()
  private readonly highMultiplier = randomOdd()

  get(low: number, high: number): number | undefined {
    const value = this.values[this.placeOf(low, high)]!
    return value === 0 ? undefined : value - 1
  }

  set(low: number, high: number, value: number): void {
    let at = this.placeOf(low, high)
    if (this.values[at] === 0) {
      // At most half full, so that a free place is near.
      if (2 * ++this.used > this.values.length) {
        this.grow()
        at = this.placeOf(low, high)
      }
      this.lows[at] = low
      this.highs[at] = high
    }
    this.values[at] = value + 1
  }

  /** Where a hash is, or the free place where it belongs. */
  private placeOf(low: number, high: number): number {
    const mask = this.values.length - 1
    const mixed = Math.imul(low, this.lowMultiplier) ^ Math.imul(high, this.highMultiplier)
    let at = (mixed ^ (mixed >>> 16)) & mask
    while (this.values[at] !== 0 && (this.lows[at] !== low || this.highs[at] !== high)) at = (at + 1) & mask
    return at
  }

  private grow(): void {
    const { lows, highs, values } = this
    this.lows = new Uint32Array(2 * values.length)
    this.highs = new Uint32Array(2 * values.length)
    this.values = new Uint32Array(2 * values.length)
    for (let nth = 0; nth < values.length; nth++) {
      if (values[nth] === 0) continue
      const at = this.placeOf(lows[nth]!, highs[nth]!)
      this.lows[at] = lows[nth]!
      this.highs[at] = highs[nth]!
      this.values[at] = values[nth]!
    }
  }
}
