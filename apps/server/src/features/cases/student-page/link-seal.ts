import type { Database } from '../../../services/database/database.ts'
import { sharedSecret } from '../../../services/shared-secrets/shared-secrets.ts'
import { createEncryption, type Encryption } from '../../../services/storage/encryption.ts'

/** Encrypts the secrets of open links, so that their teacher can copy them again. */
export interface LinkSeal {
  seal(link_id: string, token: string): string
  /** Null when no key decrypts it. */
  open(link_id: string, sealed: string): string | null
}

const nameOf = (link_id: string) => `student link ${link_id}`

function linkSealOf(encryption: Encryption): LinkSeal {
  return {
    seal: (link_id, token) => encryption.seal(nameOf(link_id), Buffer.from(token)).toString('base64url'),
    open(link_id, sealed) {
      try {
        return encryption.open(nameOf(link_id), Buffer.from(sealed, 'base64url')).toString()
      } catch {
        return null
      }
    },
  }
}

/**
 * Seals with the keys of FILES_KEY or, without them, with a key of this installation, as secrets of
 * two-factor authentication are. Called before a transaction begins, because it reads that key.
 */
export function createReadLinkSeal(database: Database, fileKeys: readonly Buffer[]): () => Promise<LinkSeal> {
  const readKey = sharedSecret(database, 'student-links')
  return async () =>
    linkSealOf(createEncryption({ keys: [...fileKeys, Buffer.from(await readKey(), 'base64url')] }))
}
