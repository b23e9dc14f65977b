import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Whether the test that proves a row failed while what the row quotes was changed, and when that was tried. */
export interface Trial {
  date: string
  noticed: boolean
}

const file = path.join(import.meta.dirname, 'mutation-score.json')

/** The latest trial of each row, by the row's id. */
export function readTrials(): Map<string, Trial> {
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Trial>))
}

/** Keeps a trial at once, so that a run that is ended loses nothing. */
export function writeTrial(id: string, noticed: boolean): void {
  const trials = readTrials().set(id, { date: new Date().toISOString().slice(0, 10), noticed })
  const sorted = [...trials].sort(([one], [other]) => one.localeCompare(other))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
