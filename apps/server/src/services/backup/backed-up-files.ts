import { unfinishedFolder } from '../storage/folder.ts'
import { isKey } from '../storage/storage.ts'
import { setAsideName } from '../storage/swept-objects.ts'

/** Folders of DATA_DIR that a backup holds beside the database. */
export const fileFolders = ['files', 'outbox'] as const

// Paths are relative to a data folder or backup, with `/` on every system.

/**
 * Whether this file is no part of a backup: it is being written, was left half-written, or belongs to no
 * document and was swept.
 */
export function isLeftOut(file: string): boolean {
  const [folder, ...names] = file.split('/')
  if (!fileFolders.some((each) => each === folder)) return false
  return names.includes(unfinishedFolder) || names[0] === setAsideName || file.endsWith('.part')
}

/** Whether the content under this name never changes, so that a backup may hold a link to it. */
export function isFinal(file: string): boolean {
  const [folder, ...names] = file.split('/')
  return folder === 'files' ? isKey(names.join('/')) : folder === 'outbox' && file.endsWith('.eml')
}
