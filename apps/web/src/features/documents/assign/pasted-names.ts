export interface PastedName {
  first_name: string
  last_name: string
  email: string | null
}

const addressIn = (line: string) => line.split(/[\s<>(),;]+/).find((word) => word.includes('@')) ?? null

/** They belong to the last name: "Jean de la Tour", "Lorenzo La Caille". */
const particles = new Set('al bin da das de del della der di dos du el la le les los ter van von'.split(' '))
/** With a capital, these are names themselves. */
const smallParticles = new Set('den do ten y zu'.split(' '))
export const isParticle = (word: string) => particles.has(word.toLowerCase()) || smallParticles.has(word)

const isInCapitals = (word: string) => /\p{Lu}{2}/u.test(word) && word === word.toUpperCase()

/** "Maya Patel", "DUPONT Marie": the last name is in capitals, or the last word with the particles before it. */
function inOrder(name: string): [first: string, last: string] {
  const words = name.split(' ')
  const capitals = words.findIndex((word) => !isInCapitals(word))
  if (capitals > 0) return [words.slice(capitals).join(' '), words.slice(0, capitals).join(' ')]
  let from = words.length - 1
  while (from > 1 && isParticle(words[from - 1] ?? '')) from -= 1
  return [words.slice(0, from).join(' '), words.slice(from).join(' ')]
}

/**
 * Names as people paste them, one a line: "Maya Patel", "Patel, Maya", or two columns of a spreadsheet, first
 * name first; each with an email address or without. Lines without two names are returned as they are.
 */
export function readPastedNames(text: string): { names: PastedName[]; unread: string[] } {
  const names = new Map<string, PastedName>()
  const unread: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const email = addressIn(line)
    const cells = (email === null ? line : line.replace(email, ''))
      .replaceAll(/[<>()"]/g, '')
      .split(/[\t;,]/)
      .map((cell) => cell.trim().replaceAll(/\s+/g, ' '))
      .filter((cell) => cell !== '')
    if (cells.length === 0) continue
    const [one = '', two] = cells
    const isReversed = two !== undefined && !/[\t;]/.test(line.trim())
    const [first_name, last_name] = two === undefined ? inOrder(one) : isReversed ? [two, one] : [one, two]
    if (first_name === '' || last_name === '') unread.push(line.trim())
    else names.set(`${first_name} ${last_name} ${email}`.toLowerCase(), { first_name, last_name, email })
  }
  return { names: [...names.values()], unread }
}

/** Names that platforms give to archives whatever is in them. */
const unnamed = /^(?:submissions?|download|archive|files|documents|assignment|bulk[ _-]?download.*)$/i

/** The class that an archive is named after: "10A English-Limiting car usage-1834361.zip"; empty if none. */
export function classNameOf(archive: string): string {
  const name = archive.replace(/\.zip$/i, '').trim()
  const withoutId = name.replace(/-\d{4,}$/, '')
  const course = withoutId === name ? name : (withoutId.split('-')[0] ?? '')
  const readable = course
    .replaceAll('_', ' ')
    .replace(/ ?\(\d+\)$/, '')
    .trim()
  return unnamed.test(readable) ? '' : readable
}
