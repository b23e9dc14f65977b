import type { Detection } from '@penmark/detector'
import type { ExtractedFact } from '@penmark/extract'

/** What became of one file: its detection and what was found in the file, or the sentence that says why there is none. */
export type Checked = { file: string; detection: Detection; facts: ExtractedFact[] } | { file: string; error: string }
