/** FNV-1a over UTF-16 units, 32 bits. */
export function hashText(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash >>> 0
}

/** Spreads 32 bits evenly (lowbias32, Chris Wellons). */
export function mix(value: number): number {
  let hash = value ^ (value >>> 15)
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  hash = Math.imul(hash, 0x297a2d39)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Adds the `length`-th member to an n-gram's hash. */
export function extend(hash: number, member: number, length: number): number {
  return mix((Math.imul(hash, 31) + member + length) | 0)
}
