import type { Detection } from '@penmark/detector'
import type { ExtractedFact } from '@penmark/extract'

/** The result of one file: its detection and facts, or the error message. */
export type Checked = { file: string; detection: Detection; facts: ExtractedFact[] } | { file: string; error: string }
