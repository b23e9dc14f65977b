/** How each file in an archive begins: the signature of its header, and the version of the format that ours are written in. */
const header = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]

/** Counts the files of an archive while it arrives in pieces: give it each piece, it tells how many have begun so far. */
export function entryCounter(): (bytes: Uint8Array) => number {
  let begun = 0
  let matched = 0
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === header[matched]) matched += 1
      else matched = byte === header[0] ? 1 : 0
      if (matched === header.length) {
        begun += 1
        matched = 0
      }
    }
    return begun
  }
}
