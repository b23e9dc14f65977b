/** A line of the input without its line break; `bytes` is how much of the input it and all before it took. */
export interface Line {
  number: number
  text: string
  bytes: number
}

/**
 * Splits UTF-8 into lines at \n only (JSON text may hold U+2028, at which Node's readline would cut), reading no further than
 * the caller has asked for. Throws a TypeError where the bytes are not UTF-8.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  let bytes = 0
  let open = ''
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    const pieces = decoder.decode(chunk, { stream: true }).split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      number += 1
      yield { number, text: open + piece, bytes }
      open = ''
    }
    open += last
  }
  open += decoder.decode()
  if (open !== '') yield { number: number + 1, text: open, bytes }
}
