/** A line of the input without its line break. */
export interface Line {
  number: number
  /** Null where the bytes are not UTF-8. */
  text: string | null
  /** How many bytes of input end with this line. */
  endsAt: number
}

const lineFeed = 0x0a

/**
 * Splits bytes into lines at \n only (JSON text may contain U+2028, at which Node's readline would split), and reads no further than
 * requested.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0
  let read = 0
  let open: Uint8Array[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(lineFeed); to !== -1; to = chunk.indexOf(lineFeed, from)) {
      number += 1
      yield { number, text: decode([...open, chunk.subarray(from, to)]), endsAt: read + to + 1 }
      open = []
      from = to + 1
    }
    if (from < chunk.length) open.push(chunk.subarray(from))
    read += chunk.length
  }
  if (open.length > 0) yield { number: number + 1, text: decode(open), endsAt: read }
}

function decode(pieces: Uint8Array[]): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
  } catch {
    return null
  }
}
