import { demoBands } from '@penmark/contract'

/** Colour of a probability (fraction) in the demo. Its cuts belong to the lower band, unlike those of a report. */
export function bandOf(probability: number): 'warning' | 'informational' | 'success' {
  if (probability > demoBands.warning) return 'warning'
  return probability > demoBands.informational ? 'informational' : 'success'
}
