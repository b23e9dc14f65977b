import type { Attribution } from '../report.ts'

/** The vendors' own names, the same in every language. */
export const vendorNames: Record<Attribution['vendor'], string> = { openai: 'OpenAI', google: 'Google', anthropic: 'Anthropic' }
