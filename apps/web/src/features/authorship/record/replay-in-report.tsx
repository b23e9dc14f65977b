// What a report shows of a replay. Loaded only for a text that has one, with the editor's schema.

import { passageOrigins, timelineOf } from '@penmark/writing'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LengthPlot } from './length-plot.tsx'
import { useReplay } from './queries.ts'
import { useRecordFigures } from './record-figures.ts'

/** A text's length over time, without the player of its replay. */
export function DocumentPlot({ submissionId }: { submissionId: string }) {
  const { data: replay } = useReplay(submissionId)
  const timeline = useMemo(() => replay && timelineOf(replay.history), [replay])
  return timeline && <LengthPlot timeline={timeline} height={160} />
}

/** Which part of a passage was typed, pasted or moved, and when, with a link to that moment. */
export function PassageOrigin({ submissionId, text }: { submissionId: string; text: string }) {
  const { t } = useTranslation('writing-record')
  const { share, time } = useRecordFigures()
  const { data: replay } = useReplay(submissionId)
  const origin = useMemo(() => replay && passageOrigins(replay.history, [text])[0], [replay, text])
  if (!origin) return null
  const shares = (['typed', 'pasted', 'inserted', 'moved'] as const)
    .filter((kind) => origin[kind] > 0)
    .map((kind) => t(`passage.${kind}`, { share: share(origin[kind], origin.characters) }))
    .join(', ')
  return (
    <p>
      {t('passage.line', { shares, from: time(origin.first), to: time(origin.last) })}{' '}
      <Link to={`/writing/submissions/${submissionId}?entry=${origin.entry}`}>{t('passage.watch')}</Link>
    </p>
  )
}
