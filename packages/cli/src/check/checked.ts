import type { Detection } from '@penmark/detector'

/** What became of one file: its detection, or the sentence that says why there is none. */
export type Checked = { file: string; detection: Detection } | { file: string; error: string }
