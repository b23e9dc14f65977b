/** Minimum pixels of a scanned page; a logo has fewer. */
const scanPixels = 200_000

/** Whether the file contains an image, and one large enough to be a scanned page. */
export interface Pictures {
  any: boolean
  scan: boolean
}

/** Looks for pictures in a PDF. They are streams, whose headers are never compressed or encrypted, so nothing needs unpacking. */
export function findPictures(bytes: Buffer): Pictures {
  let any = false
  const text = bytes.toString('latin1')
  for (const found of text.matchAll(/\/Subtype\s*\/Image\b/g)) {
    any = true
    const head = text.slice(Math.max(0, found.index - 600), found.index + 600)
    const start = head.lastIndexOf(' obj', Math.min(600, found.index))
    const own = head.slice(Math.max(0, start), head.indexOf('stream', Math.min(600, found.index)) + 1 || undefined)
    const width = Number(/\/Width\s+(\d+)/.exec(own)?.[1])
    const height = Number(/\/Height\s+(\d+)/.exec(own)?.[1])
    if (width * height >= scanPixels) return { any, scan: true }
  }
  return { any, scan: false }
}
