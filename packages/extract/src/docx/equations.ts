/** Parts of an equation that hold further text, by the names of their XML elements. */
const structures = new Set([
  'f',
  'd',
  'nary',
  'sSup',
  'sSub',
  'sSubSup',
  'sPre',
  'rad',
  'func',
  'limLow',
  'limUpp',
  'm',
  'mr',
  'eqArr',
])
const operands = new Set(['num', 'den', 'e', 'sub', 'sup', 'deg', 'fName', 'lim'])
const properties = new Set(['begChr', 'endChr', 'sepChr', 'chr', 'type'])

interface Part {
  name: string
  text: string
  parts: Part[]
  properties: Map<string, string>
  /** Whether what was added last is a structure. */
  endsWithStructure: boolean
}

const partOf = (name: string): Part => ({
  name,
  text: '',
  parts: [],
  properties: new Map(),
  endsWithStructure: false,
})

const beginsWithWord = /^[\p{L}\p{N}]/u
const endsWithWord = /[\p{L}\p{N}]$/u

/** Goes on with a text; where words would run together, as in `x_1 y` and `2 sin x`, it is set apart. */
function goOn(part: Part, text: string, structure: string | null): void {
  const mayJoin = part.endsWithStructure || structure === 'func'
  const apart = mayJoin && beginsWithWord.test(text.slice(0, 2)) && endsWithWord.test(part.text.slice(-2))
  part.text += apart ? ` ${text}` : text
  if (text !== '') part.endsWithStructure = structure !== null
}

/** Longer operands are set in brackets without looking into them. */
const longestPlain = 100
const plain = /^[\p{L}\p{N}.,%°′'\p{M}]*$/u
const isBracketed = /^[([{][^()[\]{}]*[)\]}]$/

/** An operand, in brackets where it is more than a word, a number or a sign. */
function grouped(operand: string): string {
  if (operand.length > longestPlain) return `(${operand})`
  const text = operand.trim()
  const isWhole = plain.test(text) || isBracketed.test(text) || Array.from(text).length === 1
  return isWhole ? text : `(${text})`
}

/** A structure in one line, as Word's own linear format writes it: `(a+b)/c`, `x_1^2`, `∑_(i=1)^n`. */
function written({ name, parts, properties: property }: Part): string {
  const part = (wanted: string) => parts.find((each) => each.name === wanted)?.text ?? ''
  const all = (wanted: string, separator: string) =>
    parts
      .filter((each) => each.name === wanted)
      .map(({ text }) => text)
      .join(separator)
  const below = (wanted: string) => (part(wanted) === '' ? '' : `_${grouped(part(wanted))}`)
  const above = (wanted: string) => (part(wanted) === '' ? '' : `^${grouped(part(wanted))}`)
  switch (name) {
    case 'f':
      return property.get('type') === 'noBar'
        ? `${grouped(part('num'))}¦${grouped(part('den'))}`
        : `${grouped(part('num'))}/${grouped(part('den'))}`
    case 'd':
      return `${property.get('begChr') ?? '('}${all('e', property.get('sepChr') ?? '|')}${property.get('endChr') ?? ')'}`
    case 'nary':
      return `${property.get('chr') ?? '∫'}${below('sub')}${above('sup')} ${part('e')}`
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return `${grouped(part('e'))}${below('sub')}${above('sup')}`
    case 'sPre':
      return `${below('sub')}${above('sup')} ${part('e')}`
    case 'rad':
      return part('deg') === '' ? `√${grouped(part('e'))}` : `√(${part('deg')}&${part('e')})`
    case 'func':
      return `${part('fName')}${part('e').startsWith('(') ? '' : ' '}${part('e')}`
    case 'limLow':
      return `${part('e')}${below('lim')}`
    case 'limUpp':
      return `${part('e')}${above('lim')}`
    case 'm':
      return `■(${all('mr', '@')})`
    case 'mr':
      return all('e', '&')
    default:
      return all('e', ' ')
  }
}

/** Reads equations of Office Math, whose fractions, brackets and signs are elements and no characters. */
export class Equations {
  /** What is open, the equation itself first; none outside of equations. */
  readonly #open: Part[] = []

  get areOpen(): boolean {
    return this.#open.length > 0
  }

  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'oMath' || (this.areOpen && (structures.has(name) || operands.has(name))))
      this.#open.push(partOf(name))
    else if (properties.has(name)) this.#open.at(-1)?.properties.set(name, attribute('val') ?? '')
  }

  add(text: string): void {
    const part = this.#open.at(-1)
    if (part) goOn(part, text, null)
  }

  /** The text of an equation that ends here. */
  close(name: string): string | null {
    const part = this.#open.at(-1)
    if (part?.name !== name) return null
    this.#open.pop()
    const outer = this.#open.at(-1)
    if (outer === undefined) return part.text
    const text = structures.has(name) ? part.text + written(part) : part.text
    const isOperand = structures.has(outer.name) && (operands.has(name) || name === 'mr')
    if (isOperand) outer.parts.push({ ...part, text })
    else goOn(outer, text, structures.has(name) ? name : null)
    return null
  }
}
