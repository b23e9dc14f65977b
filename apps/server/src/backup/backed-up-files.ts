import { unfinishedFolder } from '../outside/storage/folder.ts'
import { isKey } from '../outside/storage/storage.ts'

/** Folders of DATA_DIR that a backup holds beside the database. */
export const fileFolders = ['files', 'outbox'] as const

// Paths are relative to a data folder or backup, with `/` on every system.

/** Whether this file is being written, or was left half-written. It is not part of a backup. */
export function isUnfinished(file: string): boolean {
  const [folder, ...names] = file.split('/')
  if (!fileFolders.some((each) => each === folder)) return false
  return names.includes(unfinishedFolder) || file.endsWith('.part')
}

/** Whether the content under this name never changes, so that a backup may hold a link to it. */
export function isFinal(file: string): boolean {
  const [folder, ...names] = file.split('/')
  return folder === 'files' ? isKey(names.join('/')) : folder === 'outbox' && file.endsWith('.eml')
}
