import type { FindingChip as Chip, Headline } from '@penmark/contract'
import { IconCircleCheck, IconHighlight, IconInfoCircle, IconProgressHelp } from '@tabler/icons-react'
import classes from './finding-chip.module.css'
import toneClasses from './tone.module.css'

/** The icon beside a finding. The colour goes with it: `data-tone` on an element of the class `tone` of tone.module.css sets `--tone`. */
export const toneIcons: Record<Headline['tone'], typeof IconHighlight> = {
  'stands-out': IconHighlight,
  unusual: IconProgressHelp,
  nothing: IconCircleCheck,
  'not-scored': IconInfoCircle,
}

interface FindingChipProps {
  chip: Chip
  /** What the chip says, by its key. */
  words: string
  /** Writes a share as the language does. */
  formatShare: (share: number) => string
}

/** What was found in a document, in few words: the icon, colour and share of its report. */
export function FindingChip({ chip: { share, tone }, words, formatShare }: FindingChipProps) {
  const Icon = toneIcons[tone]
  return (
    <span className={`${classes.chip} ${toneClasses.tone}`} data-tone={tone}>
      <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden="true" />
      <span>
        {words}
        {share !== null && (
          <>
            {' '}
            <b className={classes.share}>{formatShare(share)}</b>
          </>
        )}
      </span>
    </span>
  )
}
