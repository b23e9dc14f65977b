import { arrivalSentences, fastestStretchSentence, formatDuration } from '@penmark/wording'
import { layoutPlot, type PlacedSession } from '@penmark/writing'
import type { CanvasElement, Column, Content } from 'pdfmake/interfaces.d.ts'
import { heading, ink, line, type PrintContext, page, polyline, rule } from './layout.ts'
import type { PrintedWriting } from './messages.ts'
import { figure } from './structure.ts'

const height = 90
const accent = '#3f6f6b'
const ground = '#eef3f2'
const edges = { start: 0, end: page.width, top: 6, base: height - 10 }

/**
 * How a text from a writing task came to be, in the words and the plot of the page. Nothing for other texts.
 */
export function writingPart(context: PrintContext, writing: PrintedWriting | null): Content[] {
  if (writing === null) return []
  const { t } = context.wording
  const { integrity, hash } = writing
  const fastest = fastestLine(context, writing)
  return [
    heading(context, t('writing.title')),
    line(context, summaryLine(context, writing)),
    ...(fastest === '' ? [] : [line(context, fastest, { margin: [0, 2, 0, 0] })]),
    ...(writing.timeline.sessions.length === 0 ? [] : [plot(context, writing)]),
    line(context, `${t(`writing.integrity.${integrity}`)} ${t(`writing.integrity.${integrity}.meaning`)}`, {
      margin: [0, 4, 0, 0],
    }),
    ...arrivalLines(context, writing),
    ...(hash === null ? [] : [line(context, `${t('writing.integrity.hash')} ${hash}`, { style: 'small' })]),
    ...(writing.summary.insertions.count === 0
      ? []
      : [line(context, t('writing.fact.insertions.meaning'), { margin: [0, 4, 0, 0] })]),
    line(context, t('writing.document.noVerdict'), { margin: [0, 4, 0, 0] }),
    line(context, t('writing.limits.programs'), { margin: [0, 2, 0, 0] }),
  ]
}

/** What the arrival of the record does not confirm, each with what may explain it. */
function arrivalLines(context: PrintContext, { arrival }: PrintedWriting): Content[] {
  const { t, format, language } = context.wording
  const wording = {
    text: (key: string, values: Record<string, string>) => t(`writing.${key}`, values),
    changes: (count: number) => t('writing.changes', { count, shown: format.count(count) }),
    moment: format.moment,
    duration: (ms: number) => formatDuration(language, ms),
  }
  return arrival.map((finding) =>
    line(context, arrivalSentences(finding, wording).join(' '), { margin: [0, 2, 0, 0] }),
  )
}

/** `612 words in 3 sessions, 74 minutes; 91 % typed; 2 pastes (18 words)` */
export function summaryLine(
  { wording: { t, format } }: Pick<PrintContext, 'wording'>,
  { summary }: Pick<PrintedWriting, 'summary'>,
): string {
  const counted = (key: string, count: number) => t(`writing.${key}`, { count, shown: format.count(count) })
  const { pastes, insertions } = summary
  return t(insertions.count === 0 ? 'writing.line' : 'writing.line.insertions', {
    words: counted('words', summary.words),
    sessions: counted('sessions', summary.sessions),
    minutes: counted('minutes', Math.max(1, Math.round(summary.minutes))),
    typed: format.share(summary.characters === 0 ? 0 : summary.typed / summary.characters),
    pastes:
      pastes.count === 0
        ? t('writing.pastes.none')
        : pastes.words === 0
          ? t('writing.pastes.noWords', { count: pastes.count, shown: format.count(pastes.count) })
          : t('writing.pastes', {
              count: pastes.count,
              shown: format.count(pastes.count),
              words: counted('words', pastes.words),
            }),
    insertions: t('writing.insertions', {
      count: insertions.count,
      shown: format.count(insertions.count),
      words: counted('words', insertions.words),
    }),
  })
}

/** `355 characters within 2 seconds; nobody types so fast. …`; empty unless a stretch was as fast as that. */
export function fastestLine(
  { wording: { t, format, language } }: Pick<PrintContext, 'wording'>,
  { summary }: Pick<PrintedWriting, 'summary'>,
): string {
  return fastestStretchSentence(summary, {
    text: (key, values) => t(`writing.${key}`, values),
    characters: (count) => t('writing.characters', { count, shown: format.count(count) }),
    language,
  })
}

function plot(context: PrintContext, { timeline }: PrintedWriting): Content {
  const { t, format } = context.wording
  const { placed, xOf, yOf, yAt } = layoutPlot(timeline, edges)
  const grounds = placed.map(
    ({ x, width }): CanvasElement => ({
      type: 'rect',
      x,
      y: edges.top,
      w: width,
      h: edges.base - edges.top,
      color: ground,
    }),
  )
  const levels = [0, timeline.longest].map(
    (characters): CanvasElement => ({
      type: 'line',
      x1: edges.start,
      x2: edges.end,
      y1: yOf(characters),
      y2: yOf(characters),
      lineWidth: 0.5,
      lineColor: rule,
    }),
  )
  const away = timeline.away.map(
    ({ start, end }): CanvasElement => ({
      type: 'rect',
      x: xOf(start),
      y: edges.base + 3,
      w: Math.max(1.5, xOf(end) - xOf(start)),
      h: 3,
      color: rule,
    }),
  )
  const marks = markKinds.flatMap((kind) =>
    timeline[`${kind}s`].map(({ at }) => mark(kind, xOf(at), yAt(at))),
  )
  const [first, last] = [placed[0], placed.at(-1)]
  const day = (time: number | undefined) =>
    time === undefined ? '' : format.day(new Date(time).toISOString())
  const longest = t('writing.characters', { count: timeline.longest, shown: format.count(timeline.longest) })
  const drawing: Content[] = [
    { canvas: [...grounds, ...levels, ...away, ...placed.map((each) => curve(each, xOf, yOf)), ...marks] },
    {
      columns: [
        line(context, day(first?.session.start), { width: '*' }),
        line(context, day(last?.session.end), { width: 'auto' }),
      ],
      fontSize: 7,
    },
    legend(context, timeline.away.length > 0),
  ]
  const shown = {
    longest,
    sessions: t('writing.sessions', { count: placed.length, shown: format.count(placed.length) }),
    first: day(first?.session.start),
    last: day(last?.session.end),
    marks: markKinds
      .map((kind) => `${t(`writing.plot.${kind}`)} (${format.count(timeline[`${kind}s`].length)})`)
      .join(', '),
  }
  return {
    stack: [
      line(context, `${t('writing.plot.title')} · 0–${longest}`, {
        bold: true,
        fontSize: 8.5,
        margin: [0, 6, 0, 2],
      }),
      figure(t('print.chart.writing', shown), { stack: drawing }),
    ],
    unbreakable: true,
  }
}

/** Steps, as a text keeps its length until the next change. */
function curve(
  { session, x, width }: PlacedSession,
  xOf: (time: number) => number,
  yOf: (characters: number) => number,
): CanvasElement {
  const points: { x: number; y: number }[] = []
  for (const { at, characters } of session.points) {
    const before = points.at(-1)
    if (before) points.push({ x: xOf(at), y: before.y })
    points.push({ x: xOf(at), y: yOf(characters) })
  }
  points.push({ x: x + width, y: points.at(-1)?.y ?? yOf(0) })
  return polyline(points, { lineWidth: 1.2, lineColor: accent })
}

/** Shapes differ as well as fills, so that the marks can be told apart in greyscale. */
const markKinds = ['paste', 'insertion', 'deletion'] as const

function mark(kind: (typeof markKinds)[number], x: number, y: number): CanvasElement {
  if (kind === 'insertion')
    return { type: 'rect', x: x - 3.5, y: y - 3.5, w: 7, h: 7, color: accent, lineColor: ink }
  const diamond = [
    { x, y: y - 4 },
    { x: x + 4, y },
    { x, y: y + 4 },
    { x: x - 4, y },
  ]
  const triangle = [
    { x: x - 4, y: y - 3 },
    { x: x + 4, y: y - 3 },
    { x, y: y + 4 },
  ]
  return kind === 'paste'
    ? polyline(diamond, { closePath: true, color: ink, lineColor: ink })
    : polyline(triangle, { closePath: true, color: '#ffffff', lineColor: ink })
}

function legend(context: PrintContext, hasAway: boolean): Content {
  const { t } = context.wording
  const marks = markKinds.flatMap((kind): Column[] => [
    { canvas: [mark(kind, 5, 5)], width: 10 },
    line(context, t(`writing.plot.${kind}`), { width: 'auto' }),
  ])
  const sessions: Column[] = [
    { canvas: [{ type: 'rect', x: 0, y: 1, w: 12, h: 8, color: ground }], width: 12 },
    line(context, t('writing.plot.session'), { width: 'auto' }),
  ]
  const away: Column[] = hasAway
    ? [
        { canvas: [{ type: 'rect', x: 0, y: 4, w: 12, h: 3, color: rule }], width: 12 },
        line(context, t('writing.plot.away'), { width: 'auto' }),
      ]
    : []
  return { columns: [...marks, ...sessions, ...away], columnGap: 6, style: 'small', margin: [0, 4, 0, 0] }
}
