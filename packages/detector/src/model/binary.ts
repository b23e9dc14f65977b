const table = new Uint32Array(256)
for (let i = 0; i < 256; i++) {
  let value = i
  for (let bit = 0; bit < 8; bit++) value = (value & 1) !== 0 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  table[i] = value
}

/** CRC-32 (IEEE 802.3): detects damage, not tampering. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (let i = 0; i < bytes.length; i++)
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] as number)) & 255] as number)
  return (crc ^ 0xffffffff) >>> 0
}

/** Ascending integers as differences, seven bits per byte, high bit set on all but the last byte. */
export function packRising(values: ArrayLike<number>): Uint8Array {
  const out = new Uint8Array(values.length * 5)
  let at = 0
  let last = 0
  for (let i = 0; i < values.length; i++) {
    let gap = (values[i] as number) - last
    last = values[i] as number
    while (gap >= 128) {
      out[at++] = (gap & 127) | 128
      gap >>>= 7
    }
    out[at++] = gap
  }
  return out.slice(0, at)
}

export function unpackRising(bytes: Uint8Array, count: number): Uint32Array {
  const out = new Uint32Array(count)
  let at = 0
  let last = 0
  for (let i = 0; i < count; i++) {
    let gap = 0
    let shift = 0
    let byte = bytes[at++] as number
    while (byte >= 128) {
      gap |= (byte & 127) << shift
      shift += 7
      byte = bytes[at++] as number
    }
    last += gap | (byte << shift)
    out[i] = last
  }
  return out
}

/** Counts, seven bits per byte, high bit set on all but the last byte. */
export function packCounts(counts: Uint16Array): Uint8Array {
  const out = new Uint8Array(counts.length * 3)
  let at = 0
  for (let count of counts) {
    while (count >= 128) {
      out[at++] = (count & 127) | 128
      count >>>= 7
    }
    out[at++] = count
  }
  return out.slice(0, at)
}

export function unpackCounts(bytes: Uint8Array, length: number): Uint16Array {
  const out = new Uint16Array(length)
  let at = 0
  for (let i = 0; i < length; i++) {
    let shift = 0
    let byte = bytes[at++] as number
    while (byte >= 128) {
      out[i] = (out[i] as number) | ((byte & 127) << shift)
      shift += 7
      byte = bytes[at++] as number
    }
    out[i] = (out[i] as number) | (byte << shift)
  }
  return out
}
