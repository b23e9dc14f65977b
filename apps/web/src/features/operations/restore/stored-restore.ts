import * as z from 'zod/mini'

/** Where a restore is started and confirmed: the admin area, or the first page of an empty installation. */
export type RestorePlace = 'admin' | 'first'

const StoredRestore = z.object({
  ticket: z.string(),
  place: z.enum(['admin', 'first']),
  /** Whether it was confirmed, so that the welcome page follows it. */
  is_confirmed: z.boolean(),
})
type StoredRestore = z.infer<typeof StoredRestore>

const key = 'penmark.restore'

function read(): StoredRestore | null {
  try {
    return StoredRestore.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/**
 * The restore that this tab has started at this place. It survives a reload. A confirmed one is returned for
 * any place.
 */
export function readStoredRestore(place: RestorePlace): StoredRestore | null {
  const stored = read()
  return stored?.place === place || stored?.is_confirmed ? stored : null
}

/** Whether this tab waits for the product to start again on the restored data. */
export const isRestoreConfirmed = (): boolean => read()?.is_confirmed ?? false

export function storeRestore(restore: StoredRestore | null): void {
  try {
    if (restore === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(restore))
  } catch {
    // Without storage a reload asks for the file again, and the upload still continues.
  }
}
