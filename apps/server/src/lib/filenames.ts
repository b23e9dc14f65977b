/** Characters that some systems do not allow in the names of files and folders. */
const forbiddenCharacters = /[\p{Cc}/\\:*?"<>|]/gu

/** A name that every system allows: with spaces for the characters that some refuse, and none at its ends. */
export function allowedName(name: string): string {
  return name.toWellFormed().replaceAll(forbiddenCharacters, ' ').trim()
}

/** A name without its extension: `essay.docx` gives `essay`, and `Essay no. 2` has none. */
export function stemOf(filename: string): string {
  return filename.replace(/\.[^.\s]+$/, '')
}

/**
 * At most the first `maximum` characters of a name; characters outside the basic plane are not cut in half.
 */
export function shorten(name: string, maximum: number): string {
  return Array.from(name).slice(0, maximum).join('')
}

/**
 * A name without characters that some systems refuse, for folders and files of an archive; `fallback` if
 * nothing of it is left.
 */
export function safeName(name: string | null, fallback: string): string {
  const clean = allowedName(name ?? fallback)
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .trim()
  return shorten(clean || fallback, 80)
}

/** Returns a function that makes each name unique, ignoring case: `essay.pdf`, then `essay (2).pdf`. */
export function uniqueNames(): (name: string) => string {
  const used = new Set<string>()
  // The next number for each name: counting from the start each time would take quadratic time.
  const nextNumbers = new Map<string, number>()
  return (name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    let number = nextNumbers.get(name.toLowerCase()) ?? 2
    for (; used.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${extension}`
    nextNumbers.set(name.toLowerCase(), number)
    used.add(unique.toLowerCase())
    return unique
  }
}

/** The report's file name for an uploaded file: `essay.docx` gives `essay - report.pdf`. */
export function pdfFilename(original: string): string {
  const stem = allowedName(stemOf(original))
  return `${shorten(stem || 'document', 100)} - report.pdf`
}
