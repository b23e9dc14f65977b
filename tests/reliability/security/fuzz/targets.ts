import type { OpenTarget } from './target.ts'

/**
 * Every entry point for untrusted bytes, with its number of inputs: in every run, and in a long one. Each
 * loads only the code that it needs, because it runs in a thread of its own.
 */
export const targets: Record<string, { open: OpenTarget; inputs: { short: number; long: number } }> = {
  contract: {
    open: async () => (await import('./targets/contract.ts')).contract(),
    inputs: { short: 20_000, long: 350_000 },
  },
  csv: {
    open: async () => (await import('./targets/csv.ts')).csv(),
    inputs: { short: 20_000, long: 250_000 },
  },
  names: {
    open: async () => (await import('./targets/names.ts')).names(),
    inputs: { short: 6_000, long: 100_000 },
  },
  pasted: {
    open: async () => (await import('./targets/pasted.ts')).pasted(),
    inputs: { short: 1_000, long: 20_000 },
  },
  txt: {
    open: async () => (await import('./targets/extract.ts')).txt(),
    inputs: { short: 6_000, long: 150_000 },
  },
  tokens: {
    open: async () => (await import('./targets/tokens.ts')).tokens(),
    inputs: { short: 2_000, long: 80_000 },
  },
  steps: {
    open: async () => (await import('./targets/steps.ts')).steps(),
    inputs: { short: 6_000, long: 150_000 },
  },
  'google-docs': {
    open: async () => (await import('./targets/google-docs.ts')).googleDocs(),
    inputs: { short: 6_000, long: 150_000 },
  },
  requests: {
    open: async () => (await import('./targets/http.ts')).requests(),
    inputs: { short: 2_000, long: 80_000 },
  },
  multipart: {
    open: async () => (await import('./targets/http.ts')).multipart(),
    inputs: { short: 2_000, long: 60_000 },
  },
  detector: {
    open: async () => (await import('./targets/detector.ts')).detector(),
    inputs: { short: 1_000, long: 40_000 },
  },
  docx: {
    open: async () => (await import('./targets/extract.ts')).docx(),
    inputs: { short: 1_000, long: 40_000 },
  },
  doc: {
    open: async () => (await import('./targets/extract.ts')).doc(),
    inputs: { short: 1_000, long: 40_000 },
  },
  pdf: {
    open: async () => (await import('./targets/extract.ts')).pdf(),
    inputs: { short: 500, long: 15_000 },
  },
  scan: {
    open: async () => (await import('./targets/extract.ts')).scan(),
    inputs: { short: 200, long: 5_000 },
  },
  'word-history': {
    open: async () => (await import('./targets/histories.ts')).wordHistory(),
    inputs: { short: 1_000, long: 40_000 },
  },
  'pdf-history': {
    open: async () => (await import('./targets/histories.ts')).pdfHistory(),
    inputs: { short: 6_000, long: 150_000 },
  },
  recognition: {
    open: async () => (await import('./targets/recognition.ts')).recognition(),
    inputs: { short: 200, long: 3_000 },
  },
  references: {
    open: async () => (await import('./targets/references.ts')).references(),
    inputs: { short: 1_000, long: 40_000 },
  },
  catalogues: {
    open: async () => (await import('./targets/references.ts')).catalogues(),
    inputs: { short: 6_000, long: 150_000 },
  },
}
