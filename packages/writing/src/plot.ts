import type { LengthPoint, Timeline } from './timeline.ts'

/** The edges of a plot, in the units of the drawing; y grows downwards. */
export interface PlotEdges {
  start: number
  end: number
  top: number
  base: number
}

export interface PlacedSession {
  session: Timeline['sessions'][number]
  x: number
  width: number
}

/** Where everything of a timeline lies in a plot of the text's length over the time of writing. */
export interface PlotLayout {
  placed: PlacedSession[]
  xOf(time: number): number
  yOf(characters: number): number
  /** Height of the curve at a time. */
  yAt(time: number): number
}

const gap = 14
/** However short a session is, it has room for a mark. */
const narrowest = 18

export function layoutPlot(timeline: Timeline, { start, end, top, base }: PlotEdges): PlotLayout {
  const placed = placeSessions(timeline.sessions, start, end)
  const longest = Math.max(1, timeline.longest)
  const yOf = (characters: number) => base - (characters / longest) * (base - top)
  const placeOf = (time: number) => placed.find(({ session }) => time <= session.end) ?? placed.at(-1)
  return {
    placed,
    yOf,
    xOf(time) {
      const place = placeOf(time)
      if (!place) return start
      const { session, x, width } = place
      const share = session.end === session.start ? 0.5 : (time - session.start) / (session.end - session.start)
      return x + Math.min(1, Math.max(0, share)) * width
    },
    yAt: (time) => yOf(lengthAt(placeOf(time)?.session.points ?? [], time)),
  }
}

/** Sessions side by side, as wide as they are long; the breaks between them are only gaps. */
function placeSessions(sessions: Timeline['sessions'], start: number, end: number): PlacedSession[] {
  const inner = end - start - gap * (sessions.length - 1)
  const least = Math.min(narrowest, inner / Math.max(1, sessions.length))
  const total = sessions.reduce((sum, session) => sum + session.end - session.start, 0)
  const spare = inner - least * sessions.length
  let x = start
  return sessions.map((session) => {
    const share = total === 0 ? 1 / sessions.length : (session.end - session.start) / total
    const placed = { session, x, width: least + spare * share }
    x += placed.width + gap
    return placed
  })
}

function lengthAt(points: readonly LengthPoint[], time: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]!.at <= time) low = middle + 1
    else high = middle
  }
  return points[Math.max(0, low - 1)]?.characters ?? 0
}
