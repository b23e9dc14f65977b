import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Prefix of everything sealed. */
export const sealPrefix = Buffer.from('PMS1')
const ivBytes = 12
const tagBytes = 16
export const sealOverheadBytes = sealPrefix.length + ivBytes + tagBytes

export const newIv = (): Buffer => randomBytes(ivBytes)

/**
 * Derives one key per name: no key encrypts two texts, and content moved to another name cannot be opened.
 */
export function deriveKey(key: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `penmark ${name}`, 32))
}

function unseal(secret: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < sealOverheadBytes) return null
  const iv = sealed.subarray(sealPrefix.length, sealPrefix.length + ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(sealPrefix.length + ivBytes, -tagBytes)),
      decipher.final(),
    ])
  } catch {
    return null
  }
}

export interface SealOptions {
  /**
   * Returns content without the prefix as it is: what was stored before encryption was turned on. With this
   * on, whoever can write to the storage can replace sealed content by plain one.
   */
  acceptsUnsealed?: boolean
}

/** The content of what was sealed under this name. Throws when no key fits or it is not sealed. */
export function openSealed(
  keys: readonly Buffer[],
  name: string,
  stored: Buffer,
  { acceptsUnsealed = false }: SealOptions,
): Buffer {
  if (!stored.subarray(0, sealPrefix.length).equals(sealPrefix)) {
    if (acceptsUnsealed) return stored
    throw new Error(
      'A stored file is not encrypted. It was changed, or stored before FILES_KEY was set: then put "unencrypted" at the end of FILES_KEY.',
    )
  }
  for (const key of keys) {
    const content = unseal(deriveKey(key, name), stored)
    if (content !== null) return content
  }
  throw new Error('A stored file was changed, or sealed with a key that FILES_KEY does not name.')
}

/** Encrypts data in the database like files: with the keys of FILES_KEY, or not at all without them. */
export interface Encryption {
  seal(name: string, content: Uint8Array): Buffer
  /** Throws when it was changed, was sealed under another name, or no key decrypts it. */
  open(name: string, stored: Uint8Array): Buffer
}

export function createEncryption({
  keys,
  acceptsUnsealed = false,
}: SealOptions & { keys: readonly Buffer[] }): Encryption {
  const [first] = keys
  return {
    seal(name, content) {
      if (first === undefined) return Buffer.from(content)
      const iv = newIv()
      const cipher = createCipheriv('aes-256-gcm', deriveKey(first, name), iv)
      return Buffer.concat([sealPrefix, iv, cipher.update(content), cipher.final(), cipher.getAuthTag()])
    },
    open: (name, stored) =>
      first === undefined
        ? Buffer.from(stored)
        : openSealed(keys, name, Buffer.from(stored), { acceptsUnsealed }),
  }
}
