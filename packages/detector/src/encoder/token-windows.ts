/** Tokens that the encoder reads at once. */
const context = 256
/**
 * Neighbouring windows share this many tokens, and each token is taken from the window in which it is farther
 * from an edge.
 */
const overlap = 64

/** Tokens `from`…`to` are read together; the logits of `keepFrom`…`keepTo` are taken from this reading. */
export interface TokenWindow {
  from: number
  to: number
  keepFrom: number
  keepTo: number
}

/** The windows of a text; what they keep covers each token once. */
export function tokenWindows(size: number): TokenWindow[] {
  const windows: TokenWindow[] = []
  for (let from = 0, isLast = size === 0; !isLast; from += context - overlap) {
    isLast = from + context >= size
    const to = isLast ? size : from + context
    windows.push({
      from,
      to,
      keepFrom: from === 0 ? 0 : from + overlap / 2,
      keepTo: isLast ? to : to - overlap / 2,
    })
  }
  return windows
}
