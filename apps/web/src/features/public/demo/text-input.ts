import { demoLimits } from '@penmark/contract'

/** A key of `error.` in the namespace `demo`. */
export type InputError = 'empty' | 'short' | 'long' | 'type' | 'size' | 'read' | 'fileShort'

export function validateText(text: string): InputError | null {
  const characters = text.trim().length
  if (characters === 0) return 'empty'
  if (characters < demoLimits.leastCharacters) return 'short'
  return text.length > demoLimits.mostCharacters ? 'long' : null
}

const acceptedTypes = ['text/plain', 'text/txt', '', 'application/octet-stream']

function validateFile({ name, type, size }: File): InputError | null {
  if (!/\.txt$/i.test(name) && !acceptedTypes.includes(type)) return 'type'
  return size < demoLimits.fileBytes ? null : 'size'
}

/** Decodes text as editors write it: UTF-8, UTF-16 with a byte order mark, else Windows-1252. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The text of a file, or why it has none. */
export async function readTextFile(file: File): Promise<{ text: string } | { fault: InputError }> {
  const fault = validateFile(file)
  if (fault) return { fault }
  try {
    const text = decode(await file.arrayBuffer())
    // A file with NUL is not a text, whatever its name.
    if (text.includes('\0')) return { fault: 'read' }
    if (text.trim().length < demoLimits.leastCharacters) return { fault: 'fileShort' }
    return { text }
  } catch {
    return { fault: 'read' }
  }
}
