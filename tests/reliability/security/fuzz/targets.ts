import type { OpenTarget } from './target.ts'
import { contract } from './targets/contract.ts'
import { csv } from './targets/csv.ts'
import { detector } from './targets/detector.ts'
import { doc, docx, pdf, scan, txt } from './targets/extract.ts'
import { googleDocs } from './targets/google-docs.ts'
import { pdfHistory, wordHistory } from './targets/histories.ts'
import { multipart, requests } from './targets/http.ts'
import { names } from './targets/names.ts'
import { pasted } from './targets/pasted.ts'
import { recognition } from './targets/recognition.ts'
import { catalogues, references } from './targets/references.ts'
import { steps } from './targets/steps.ts'
import { tokens } from './targets/tokens.ts'

/** Every entry point for untrusted bytes, with its number of inputs: in every run, and in a long one. */
export const targets: Record<string, { open: OpenTarget; inputs: { short: number; long: number } }> = {
  contract: { open: contract, inputs: { short: 20_000, long: 350_000 } },
  csv: { open: csv, inputs: { short: 20_000, long: 250_000 } },
  names: { open: names, inputs: { short: 6_000, long: 100_000 } },
  pasted: { open: pasted, inputs: { short: 1_000, long: 20_000 } },
  txt: { open: txt, inputs: { short: 6_000, long: 150_000 } },
  tokens: { open: tokens, inputs: { short: 2_000, long: 80_000 } },
  steps: { open: steps, inputs: { short: 6_000, long: 150_000 } },
  'google-docs': { open: googleDocs, inputs: { short: 6_000, long: 150_000 } },
  requests: { open: requests, inputs: { short: 2_000, long: 80_000 } },
  multipart: { open: multipart, inputs: { short: 2_000, long: 60_000 } },
  detector: { open: detector, inputs: { short: 1_000, long: 40_000 } },
  docx: { open: docx, inputs: { short: 1_000, long: 40_000 } },
  doc: { open: doc, inputs: { short: 1_000, long: 40_000 } },
  pdf: { open: pdf, inputs: { short: 500, long: 15_000 } },
  scan: { open: scan, inputs: { short: 200, long: 5_000 } },
  'word-history': { open: wordHistory, inputs: { short: 1_000, long: 40_000 } },
  'pdf-history': { open: pdfHistory, inputs: { short: 6_000, long: 150_000 } },
  recognition: { open: recognition, inputs: { short: 200, long: 3_000 } },
  references: { open: references, inputs: { short: 1_000, long: 40_000 } },
  catalogues: { open: catalogues, inputs: { short: 6_000, long: 150_000 } },
}
