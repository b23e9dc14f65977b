import type { CorpusText } from './read.ts'

/** Texts labelled human that are excluded from training and calibration, with the reason. They are measured separately. */
export const audited: readonly { source: string; domain: string | null; reason: string }[] = [
  {
    source: 'raidar',
    domain: 'news',
    reason:
      'Most open like a machine summary ("In conclusion, …"); models trained without the source flag a third of them and none of its other texts.',
  },
  {
    source: 'faid',
    domain: null,
    reason:
      'Undated theses and abstracts; models trained without the source flag over a tenth of them, far above every other human source.',
  },
]

export function isAudited(source: string, { label, domain }: CorpusText): boolean {
  return label === 'human' && audited.some((entry) => entry.source === source && (entry.domain === null || entry.domain === domain))
}
