/** Characters that some systems do not allow in the names of files and folders. */
const forbiddenCharacters = /[\p{Cc}/\\:*?"<>|]/gu

/** A name that every system allows: with spaces for the characters that some refuse, and none at its ends. */
export function allowedName(name: string): string {
  return name.toWellFormed().replaceAll(forbiddenCharacters, ' ').trim()
}

/** A name without its extension: `essay.docx` gives `essay`. */
export function stemOf(filename: string): string {
  return filename.replace(/\.[^.]*$/, '')
}

/** At most the first `maximum` characters of a name; characters outside the basic plane are not cut in half. */
export function shorten(name: string, maximum: number): string {
  return Array.from(name).slice(0, maximum).join('')
}
