export interface Progress {
  update(documents: number, bytes: number): void
  end(): void
}

const everyMs = 200

/** A bar on a terminal; nothing where standard error is not one. `totalBytes` is null where the input's size is unknown. */
export function showProgress(totalBytes: number | null): Progress {
  const { stderr } = process
  if (!stderr.isTTY) return { update: () => undefined, end: () => undefined }
  const started = performance.now()
  let drawn = 0
  return {
    update: (documents, bytes) => {
      const now = performance.now()
      if (now - drawn < everyMs) return
      drawn = now
      const rate = Math.round(documents / ((now - started) / 1_000))
      const share = totalBytes ? Math.min(bytes / totalBytes, 1) : null
      const bar = share === null ? '' : `[${'■'.repeat(Math.round(share * 30)).padEnd(30, '·')}] ${Math.floor(share * 100)} %  `
      stderr.write(`\r\u001B[K${bar}${documents.toLocaleString('en-GB')} documents, ${rate.toLocaleString('en-GB')} a second`)
    },
    end: () => void stderr.write('\r\u001B[K'),
  }
}
