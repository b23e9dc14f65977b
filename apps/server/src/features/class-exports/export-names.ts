import type { ClassGroup } from '@penmark/contract'

/** Characters that some system does not allow in the name of a file. */
const unusable = /[\p{Cc}/\\:*?"<>|]/gu

/** The name of a class's export: `Year 10 English (2026/27)` gives `Year 10 English (2026 27).csv`. */
export function exportFilename({ class_name, academic_year }: ClassGroup, extension: 'csv' | 'zip'): string {
  const whole = academic_year ? `${class_name} (${academic_year})` : class_name
  const stem = whole.toWellFormed().replaceAll(unusable, ' ').trim()
  return `${Array.from(stem || 'class')
    .slice(0, 100)
    .join('')}.${extension}`
}

/** Makes names that no two files share, in any case: `essay.pdf`, then `essay (2).pdf`. Give it each name, it answers the one to use. */
export function uniqueNames(): (name: string) => string {
  const used = new Set<string>()
  // Where counting goes on for a name: counting from the start again would take the square of the number of files.
  const counted = new Map<string, number>()
  return (name) => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    let number = counted.get(name.toLowerCase()) ?? 2
    for (; used.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${extension}`
    counted.set(name.toLowerCase(), number)
    used.add(unique.toLowerCase())
    return unique
  }
}

/** The name of a student as a folder of an archive; the words given where there is none. */
export function folderName(name: string | null, nobody: string): string {
  const clean = (name ?? nobody)
    .toWellFormed()
    .replaceAll(unusable, ' ')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .trim()
  return Array.from(clean || nobody)
    .slice(0, 80)
    .join('')
}
