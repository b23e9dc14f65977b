import type { FindingChip as Chip, Headline } from '@penmark/wording'
import { IconCircleCheck, IconHighlight, IconInfoCircle, IconProgressHelp } from '@tabler/icons-react'
import classes from './finding-chip.module.css'
import toneClasses from './tone.module.css'

/**
 * The icon beside a finding. For its colour, `data-tone` on an element with the class `tone` of
 * tone.module.css sets `--tone`.
 */
export const toneIcons: Record<Headline['tone'], typeof IconHighlight> = {
  'stands-out': IconHighlight,
  unusual: IconProgressHelp,
  nothing: IconCircleCheck,
  'not-scored': IconInfoCircle,
}

interface FindingChipProps {
  chip: Chip
  /** The translation of the chip's key. */
  label: string
  /** Formats a share for the language. */
  formatShare: (share: number) => string
}

/** The finding of a document in a few words, with the icon, colour and share of its report. */
export function FindingChip({ chip: { share, tone }, label, formatShare }: FindingChipProps) {
  const Icon = toneIcons[tone]
  return (
    <span className={`${classes.chip} ${toneClasses.tone}`} data-tone={tone}>
      <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden="true" />
      <span>
        {label}
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
