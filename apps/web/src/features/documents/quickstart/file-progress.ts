import type { Upload } from '../use-uploads.ts'
import type { Batch } from './use-batch.ts'

/** A line per file. The files of one call are sent in their order, so the share of all bytes tells how far each has come. */
export function progressOf(files: readonly File[], batch: Batch): Upload[] {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const share = batch.state === 'sending' ? batch.share : batch.state === 'sent' ? 1 : 0
  let before = 0
  return files.map(({ name, size }, key) => {
    const sent = size === 0 ? share : Math.min(1, Math.max(0, (share * total - before) / size))
    before += size
    return { key, name, share: sent, state: stateOf(batch, sent), detail: null }
  })
}

function stateOf({ state }: Batch, sent: number): Upload['state'] {
  if (state === 'sent') return 'sent'
  if (state === 'failed') return 'failed'
  return sent > 0 ? 'sending' : 'waiting'
}
