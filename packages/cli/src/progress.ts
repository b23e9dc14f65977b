export interface Progress {
  /** `done` counts in the unit of the total: bytes or files. */
  update(documents: number, done: number): void
  end(): void
}

const everyMs = 200

/** Where a bar can be drawn: standard error, or a test double. */
export type Terminal = Pick<NodeJS.WriteStream, 'isTTY'> & { write(text: string): unknown }

/** A progress bar; nothing is drawn when standard error is not a terminal. `total` is null when unknown. */
export function showProgress(total: number | null, stderr: Terminal = process.stderr): Progress {
  if (!stderr.isTTY) return { update: () => undefined, end: () => undefined }
  const started = performance.now()
  let drawn = Number.NEGATIVE_INFINITY
  return {
    update: (documents, done) => {
      const now = performance.now()
      if (now - drawn < everyMs) return
      drawn = now
      const rate = Math.round(documents / (Math.max(now - started, 1) / 1_000))
      const share = total ? Math.min(done / total, 1) : null
      const bar = share === null ? '' : `[${'■'.repeat(Math.round(share * 30)).padEnd(30, '·')}] ${Math.floor(share * 100)} %  `
      stderr.write(`\r\u001B[K${bar}${documents.toLocaleString('en-GB')} documents, ${rate.toLocaleString('en-GB')} a second`)
    },
    end: () => void stderr.write('\r\u001B[K'),
  }
}
