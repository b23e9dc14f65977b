import type { History, MarkedChange } from './history.ts'
import { type Absence, absencesOf, orderedByTime, type Session, sessionsOf } from './times.ts'

/** The length of the text at a moment, in characters without white space. */
export interface LengthPoint {
  at: number
  characters: number
}

/** What a plot of a record shows. Times are milliseconds since 1970. */
export interface Timeline {
  sessions: (Session & { points: LengthPoint[] })[]
  pastes: MarkedChange[]
  insertions: MarkedChange[]
  deletions: MarkedChange[]
  away: Absence[]
  /** The largest number of characters that the text ever had. */
  longest: number
}

/** More points than a plot has pixels would only slow it down. */
const pointsPerSession = 200

export function timelineOf(history: History): Timeline {
  const { entries, times, lengths, pastes, insertions, deletions } = history
  const sessions = sessionsOf(entries, times).map((session) => ({ ...session, points: [] as LengthPoint[] }))
  let characters = 0
  let longest = 0
  let nth = 0
  for (const at of orderedByTime(times)) {
    const time = times[at]!
    characters += lengths[at]! - (lengths[at - 1] ?? 0)
    longest = Math.max(longest, characters)
    while (nth < sessions.length - 1 && time > sessions[nth]!.end) nth++
    const session = sessions[nth]
    if (session && time >= session.start && time <= session.end) session.points.push({ at: time, characters })
  }
  for (const session of sessions) session.points = thinned(session.points)
  return { sessions, pastes, insertions, deletions, away: absencesOf(entries, times), longest }
}

/**
 * Keeps the first and last point of each of many equal periods, so that a jump keeps its height and position.
 */
function thinned(points: LengthPoint[]): LengthPoint[] {
  const start = points[0]?.at ?? 0
  const width = ((points.at(-1)?.at ?? 0) - start) / (pointsPerSession / 2)
  if (points.length <= pointsPerSession || width === 0) return points
  const periodOf = ({ at }: LengthPoint) => Math.floor((at - start) / width)
  return points.filter((point, nth) => {
    const before = points[nth - 1]
    const after = points[nth + 1]
    return !before || !after || periodOf(before) !== periodOf(point) || periodOf(after) !== periodOf(point)
  })
}

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

/** The positions of a timeline's parts in a plot of the text's length over the time of writing. */
export interface PlotLayout {
  placed: PlacedSession[]
  xOf(time: number): number
  yOf(characters: number): number
  /** Height of the curve at a time. */
  yAt(time: number): number
}

const gap = 14
/** The width of the shortest session, so that a mark fits in. */
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
      const share =
        session.end === session.start ? 0.5 : (time - session.start) / (session.end - session.start)
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
  const remaining = inner - least * sessions.length
  let x = start
  return sessions.map((session) => {
    const share = total === 0 ? 1 / sessions.length : (session.end - session.start) / total
    const placed = { session, x, width: least + remaining * share }
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
