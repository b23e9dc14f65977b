import type { Manifest } from './manifest.ts'

export interface RestoreTarget {
  /** Null for the embedded database. */
  databaseUrl: string | null
  version: string
}

function isNewer(made: string, here: string): boolean {
  return made.localeCompare(here, 'en', { numeric: true }) > 0
}

/** Throws when this installation cannot take the backup: a newer version made it, or it has another kind of database. */
export function requireFitting(manifest: Manifest, { databaseUrl, version }: RestoreTarget): void {
  if (isNewer(manifest.version, version)) {
    throw new Error(`The backup was made by version ${manifest.version}. Install that version first; this one is ${version}.`)
  }
  const wanted = databaseUrl === null ? 'embedded' : 'server'
  if (manifest.database !== wanted) {
    throw new Error(
      manifest.database === 'server'
        ? 'The backup was made from a PostgreSQL server. Set DATABASE_URL to an empty database.'
        : 'The backup was made from an embedded database. Unset DATABASE_URL to restore it.',
    )
  }
}
