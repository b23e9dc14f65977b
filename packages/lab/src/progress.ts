const width = 30

/** A progress line on standard error; without a terminal only the result. */
export class Progress {
  readonly #stage: string
  readonly #total: number
  readonly #started = performance.now()
  #shown = -1

  constructor(stage: string, total: number) {
    this.#stage = stage
    this.#total = Math.max(1, total)
  }

  at(done: number): void {
    const percent = Math.floor((100 * done) / this.#total)
    if (!process.stderr.isTTY || percent === this.#shown) return
    this.#shown = percent
    const filled = Math.round((width * done) / this.#total)
    process.stderr.write(
      `\r${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${String(percent).padStart(3)} %  ${this.#stage} `,
    )
  }

  end(note = ''): void {
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1)
    if (process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(width + 60)}\r`)
    process.stderr.write(`${this.#stage}: ${seconds} s${note === '' ? '' : `, ${note}`}\n`)
  }
}
