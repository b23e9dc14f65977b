import type { History, Marked } from './history.ts'
import { type Away, awayOf, orderedByTime, type Session, sessionsOf } from './times.ts'

/** The length of the text at a moment, in characters without white space. */
export interface LengthPoint {
  at: number
  characters: number
}

/** What a plot of a record shows. Times are milliseconds since 1970. */
export interface Timeline {
  sessions: (Session & { points: LengthPoint[] })[]
  pastes: Marked[]
  deletions: Marked[]
  away: Away[]
  /** The most characters that the text ever had. */
  longest: number
}

/** More points than a plot has pixels would only slow it. */
const pointsPerSession = 200

export function timelineOf(history: History): Timeline {
  const { entries, times, lengths, pastes, deletions } = history
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
  return { sessions, pastes, deletions, away: awayOf(entries, times), longest }
}

/** Keeps the first and last point of each of many equal periods, so that a jump keeps its height and place. */
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
