import { dayMs } from '../../lib/durations.ts'
import { isKey } from './storage.ts'

/** Beside the objects: below it, one folder for each day, with what was set aside on that day. */
export const setAsideName = 'swept'

/** Path of an object that is set aside at this moment, relative to where the objects are. */
export const setAsidePath = (key: string, now: Date): string =>
  `${setAsideName}/${now.toISOString().slice(0, 10)}/${key}`

/**
 * Whether this folder's day ended before `before`. False for a name that is no day: it is not ours to delete.
 */
export function isDayBefore(name: string, before: Date): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(name) && Date.parse(name) + dayMs <= before.getTime()
}

/** The day on which the object at this path was set aside; null for any other path. */
export function dayOfSetAside(path: string): string | null {
  const [folder, day, ...key] = path.split('/')
  return folder === setAsideName && day !== undefined && isKey(key.join('/')) ? day : null
}
