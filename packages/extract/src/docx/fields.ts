/**
 * The open fields of a paragraph. A field is its code, then its result; only results are text, and what
 * stands within another field's code is code as well, whatever it is written in.
 */
export class FieldCodes {
  /** For each open field, whether its result was reached. */
  #reached: boolean[] = []
  #codes = 0

  get areOpen(): boolean {
    return this.#codes > 0
  }

  /** A mark of the file: where a field's code begins, where its result begins, where it ends. */
  mark(type: string | null): void {
    if (type === 'begin') {
      this.#reached.push(false)
      this.#codes++
    } else if (type === 'separate') {
      const last = this.#reached.length - 1
      if (this.#reached[last] === false) this.#codes--
      if (last >= 0) this.#reached[last] = true
    } else if (type === 'end' && this.#reached.pop() === false) this.#codes--
  }

  /** Some programs leave a code without an end. It must not take the rest of the document with it. */
  endParagraph(): void {
    this.#reached = this.#reached.filter(Boolean)
    this.#codes = 0
  }
}
