import type { ClassGroup } from '@penmark/contract'

/** Characters that some systems do not allow in file names. */
const unusable = /[\p{Cc}/\\:*?"<>|]/gu

/** The name of a class's export: `Year 10 English (2026/27)` gives `Year 10 English (2026 27).csv`. */
export function exportFilename({ class_name, academic_year }: ClassGroup, extension: 'csv' | 'zip'): string {
  const whole = academic_year ? `${class_name} (${academic_year})` : class_name
  const stem = whole.toWellFormed().replaceAll(unusable, ' ').trim()
  return `${Array.from(stem || 'class')
    .slice(0, 100)
    .join('')}.${extension}`
}

/** Returns a function that makes each name unique, ignoring case: `essay.pdf`, then `essay (2).pdf`. */
export function uniqueNames(): (name: string) => string {
  const used = new Set<string>()
  // Where counting continues for each name; restarting at 1 would take quadratic time.
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

/** A student's name as a folder of an archive, or `nobody` without one. */
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
