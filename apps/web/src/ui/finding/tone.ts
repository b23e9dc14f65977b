import type { Headline } from '@penmark/contract'
import { IconCircleCheck, IconHighlight, IconInfoCircle, IconProgressHelp } from '@tabler/icons-react'

/** The icon beside a finding. The colour goes with it: `data-tone` on an element of the class `tone` of tone.module.css sets `--tone`. */
export const toneIcons: Record<Headline['tone'], typeof IconHighlight> = {
  'stands-out': IconHighlight,
  unusual: IconProgressHelp,
  nothing: IconCircleCheck,
  'not-scored': IconInfoCircle,
}
