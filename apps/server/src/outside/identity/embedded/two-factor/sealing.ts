import { createHash, hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'

/** Encrypts secrets that must be read again, with the installation's keys. */
export interface Seal {
  seal(content: Uint8Array, accountId: string): Promise<string>
  /** Throws when it was changed, belongs to another account, or no key decrypts it. */
  open(sealed: string, accountId: string): Promise<Uint8Array>
}

/**
 * JWE with AES-256-GCM. The first key (32 bytes each) encrypts, all of them decrypt. A value sealed for one account cannot be used for
 * another.
 */
export function createSeal(keys: readonly Buffer[]): Seal {
  const named = keys.map((key) => ({
    kid: createHash('sha256').update('penmark second step').update(key).digest('base64url').slice(0, 16),
    secretFor: (accountId: string) => new Uint8Array(hkdfSync('sha256', key, Buffer.alloc(0), `penmark second step ${accountId}`, 32)),
  }))
  const [first] = named
  if (first === undefined) throw new Error('There is no key to seal with.')
  return {
    seal: (content, accountId) =>
      new CompactEncrypt(content).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: first.kid }).encrypt(first.secretFor(accountId)),
    async open(sealed, accountId) {
      const { plaintext } = await compactDecrypt(sealed, ({ kid }) => {
        const key = named.find((each) => each.kid === kid)
        if (!key) throw new Error('The second step of an account is sealed with a key that FILES_KEY does not name any more.')
        return key.secretFor(accountId)
      })
      return plaintext
    },
  }
}
