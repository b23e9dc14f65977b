import { useElementSize } from '@mantine/hooks'
import { type LengthPoint, layoutPlot, type PlacedSession, type Timeline } from '@penmark/writing'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import textClasses from '../../../ui/theme/text.module.css'
import classes from './record.module.css'
import { type RecordFigures, useRecordFigures, useSourceLabels } from './record-figures.ts'

/** Space around the plot for its labels, in pixels. */
const padding = { top: 16, bottom: 40, start: 56, end: 12 }
const defaultWidth = 640
/** About the width of a character in a label, in pixels. */
const labelCharWidth = 7

interface LengthPlotProps {
  timeline: Timeline
  /** The time that the replay shows; null without a replay. */
  at?: number | null
  height?: number
}

/**
 * The length of the text over the time of writing, with pastes, large deletions and times away from the page.
 */
export function LengthPlot({ timeline, at = null, height = 220 }: LengthPlotProps) {
  const { t } = useTranslation('writing-record')
  const figures = useRecordFigures()
  const { seesKeys } = useSourceLabels()
  const heading = useId()
  const { ref, width: measured } = useElementSize()
  const width = measured || defaultWidth
  const { sessions, pastes, insertions, deletions, away } = timeline
  const longest = Math.max(1, timeline.longest)
  const axisY = height - padding.bottom
  const { placed, xOf, yOf, yAt } = layoutPlot(timeline, {
    start: padding.start,
    end: width - padding.end,
    top: padding.top,
    base: axisY,
  })
  const marks = [
    ...pastes.map((mark) => ({ ...mark, kind: 'paste' as const })),
    ...insertions.map((mark) => ({ ...mark, kind: 'insertion' as const })),
    ...deletions.map((mark) => ({ ...mark, kind: 'deletion' as const })),
  ]
  const labels = sessionLabels(placed, figures)
  return (
    <figure className={classes.figure} aria-labelledby={heading}>
      <figcaption id={heading} className={classes.caption}>
        {t('plot.title')}
      </figcaption>
      <div ref={ref} className={classes.plot}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={t('plot.label', { count: sessions.length })}
        >
          {[0, longest].map((characters) => (
            <g key={characters}>
              <line
                className={classes.level}
                x1={padding.start}
                x2={width - padding.end}
                y1={yOf(characters)}
                y2={yOf(characters)}
              />
              <text className={classes.tick} x={padding.start - 8} y={yOf(characters) + 4} textAnchor="end">
                {figures.number(characters)}
              </text>
            </g>
          ))}
          {away.map(({ start, end }) => (
            <rect
              key={start}
              className={classes.away}
              x={xOf(start)}
              y={axisY + 3}
              width={Math.max(2, xOf(end) - xOf(start))}
              height={5}
            />
          ))}
          {placed.map(({ session, x, width: sessionWidth }) => {
            const label = labels.get(session)
            return (
              <g key={session.start}>
                <rect
                  className={classes.session}
                  x={x}
                  width={sessionWidth}
                  y={padding.top}
                  height={axisY - padding.top}
                />
                <path className={classes.curve} d={pathOf(session.points, xOf, yOf, x + sessionWidth)} />
                {label !== undefined && (
                  <text
                    className={classes.tick}
                    x={Math.min(x, width - labelCharWidth * label.length)}
                    y={height - 8}
                  >
                    {label}
                  </text>
                )}
              </g>
            )
          })}
          {marks.map(({ kind, entry, at: time }) => (
            <Mark key={`${kind} ${entry}`} kind={kind} x={xOf(time)} y={yAt(time)} />
          ))}
          {at !== null && (
            <line className={classes.now} x1={xOf(at)} x2={xOf(at)} y1={padding.top - 8} y2={axisY} />
          )}
        </svg>
      </div>
      <ul className={classes.legend}>
        {(['paste', 'insertion', 'deletion'] as const)
          .filter((kind) => kind !== 'paste' || seesKeys)
          .map((kind) => (
            <li key={kind}>
              <svg width={16} height={16} aria-hidden="true">
                <Mark kind={kind} x={8} y={8} />
              </svg>
              {t(`plot.${kind}`)}
            </li>
          ))}
        <li>
          <span className={classes.swatch} data-plot="session" aria-hidden="true" />
          {t('plot.session')}
        </li>
        {away.length > 0 && (
          <li>
            <span className={classes.swatch} data-plot="away" aria-hidden="true" />
            {t('plot.away')}
          </li>
        )}
      </ul>
    </figure>
  )
}

/**
 * The labels of the sessions that have space for one: the day, or the time if the previous label names the
 * same day.
 */
function sessionLabels(
  placed: readonly PlacedSession[],
  { day, clock }: Pick<RecordFigures, 'day' | 'clock'>,
) {
  const labels = new Map<PlacedSession['session'], string>()
  let nextFreeX = 0
  let previousDay = ''
  for (const { session, x } of placed) {
    if (x < nextFreeX) continue
    const sessionDay = day(session.start)
    const label = sessionDay === previousDay ? clock(session.start) : sessionDay
    labels.set(session, label)
    previousDay = sessionDay
    nextFreeX = x + labelCharWidth * (label.length + 1)
  }
  return labels
}

/** Shapes differ as well as colours. */
const shapes = {
  paste: (x: number, y: number) => `M${x} ${y - 6}l6 6l-6 6l-6 -6z`,
  insertion: (x: number, y: number) => `M${x - 5} ${y - 5}h10v10h-10z`,
  deletion: (x: number, y: number) => `M${x - 6} ${y - 5}h12l-6 11z`,
}

function Mark({ kind, x, y }: { kind: keyof typeof shapes; x: number; y: number }) {
  return <path className={classes.mark} data-plot={kind} d={shapes[kind](x, y)} />
}

/** A step line, since a text keeps its length until the next change. */
function pathOf(
  points: readonly LengthPoint[],
  xOf: (time: number) => number,
  yOf: (characters: number) => number,
  end: number,
): string {
  const [first] = points
  if (!first) return ''
  const rest = points
    .slice(1)
    .map(({ at, characters }) => `H${xOf(at).toFixed(1)}V${yOf(characters).toFixed(1)}`)
  return `M${xOf(first.at).toFixed(1)} ${yOf(first.characters).toFixed(1)}${rest.join('')}H${end.toFixed(1)}`
}

interface TimelineTableProps {
  timeline: Timeline
  onJump: (position: number) => void
}

/** The plot as a table, with a button that goes to each moment. */
export function TimelineTable({ timeline, onJump }: TimelineTableProps) {
  const { t } = useTranslation('writing-record')
  const figures = useRecordFigures()
  const { sessions, pastes, insertions, deletions } = timeline
  const events = [
    ...sessions.map(({ start, end, firstEntry, points }) => ({
      kind: 'session' as const,
      at: start,
      entry: firstEntry,
      text: t('event.session.value', {
        minutes: figures.minutes((end - start) / 60_000),
        characters: figures.characters(points.at(-1)?.characters ?? 0),
      }),
    })),
    ...(
      [
        ['paste', pastes],
        ['insertion', insertions],
        ['deletion', deletions],
      ] as const
    ).flatMap(([kind, changes]) =>
      changes.map(({ at, entry, words }) => ({
        kind,
        at,
        entry,
        text: words === 0 ? t('event.noWords') : figures.words(words),
      })),
    ),
  ].sort((a, b) => a.at - b.at || a.entry - b.entry)
  return (
    <details className={classes.details}>
      <summary>{t('plot.asTable')}</summary>
      <table className={classes.events}>
        <caption className={textClasses.visuallyHidden}>{t('plot.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('event.time')}</th>
            <th scope="col">{t('event.what')}</th>
            <th scope="col">{t('event.amount')}</th>
            <th scope="col">
              <span className={textClasses.visuallyHidden}>{t('event.show')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ kind, at, entry, text }) => (
            <tr key={`${kind} ${entry}`}>
              <th scope="row">{figures.time(at)}</th>
              <td>{t(`event.${kind}`)}</td>
              <td>{text}</td>
              <td>
                <button type="button" className={classes.jump} onClick={() => onJump(entry + 1)}>
                  {t('event.show')}
                  <span className={textClasses.visuallyHidden}> {figures.time(at)}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
