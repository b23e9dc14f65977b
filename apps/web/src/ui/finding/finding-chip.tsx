import type { FindingChip as Chip } from '@penmark/contract'
import classes from './finding-chip.module.css'
import toneClasses from './tone.module.css'
import { toneIcons } from './tone.ts'

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
