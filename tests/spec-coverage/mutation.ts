import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Row } from './areas.ts'

/** A file of the product with one literal of the specification changed. */
export interface Mutation {
  file: string
  text: string
}

/** The product's files by their path from the root. */
export type Sources = ReadonlyMap<string, string>

/** A change that breaks what a row says, by the row's id. `from` occurs once in the file. */
interface Change {
  id: string
  file: string
  from: string
  to: string
}

const folder = path.join(import.meta.dirname, 'changes')

/** The changes of rows whose words occur in no single place of the product. */
export function readChanges(): Map<string, Change> {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n'),
  )
  return new Map(
    lines.map((line) => {
      const change = JSON.parse(line) as Change
      return [change.id, change]
    }),
  )
}

/** Null if the product has changed there. */
export function applyChange({ file, from, to }: Change, sources: Sources): Mutation | null {
  const parts = (sources.get(file) ?? '').split(from)
  return parts.length === 2 ? { file, text: parts.join(to) } : null
}

const locales = 'apps/web/public/locales/en-GB/'
const contract = 'packages/contract/src/'

/** Changes every letter, or doubles every number if there is one. Placeholders and tags stay. */
function change(text: string): string {
  if (/\d/.test(text))
    return text.replaceAll(/[\d_]*\d/g, (number) => `${2 * Number(number.replaceAll('_', '')) + 1}`)
  return text.replaceAll(/\{\{?[^}]*\}?\}|<[^>]*>|([a-z])/gi, (found, letter: string | undefined) => {
    if (letter === undefined) return found
    const first = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })
}

const changeLetters = (text: string) => change(text.replaceAll(/\d/g, '')) || 'changed'

/** Changes the texts of one key, or of all keys whose text is the literal. */
function mutateLocale(
  file: string,
  json: string,
  isMeant: (key: string, text: string) => boolean,
): Mutation | null {
  const texts = JSON.parse(json) as Record<string, string>
  const changed = Object.entries(texts).map(([key, text]) => [
    key,
    isMeant(key, text) ? changeLetters(text) : text,
  ])
  const text = JSON.stringify(Object.fromEntries(changed))
  return text === JSON.stringify(texts) ? null : { file, text }
}

/** Finds a literal as source code writes it: `1_000` for `1000` and `:id` for `{id}`. */
function patternOf(literal: string): string {
  return literal
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\d(?=\d)/g, '$&_?')
    .replaceAll(/\{(\w*[iI]d)\}/g, ':$1')
    .replaceAll(/[{}]/g, String.raw`\$&`)
}

function mutateSource(file: string, text: string, literal: string): Mutation | null {
  const pattern = patternOf(literal)
  const whole = new RegExp(`(?<=['"\`])${pattern}(?=['"\`])`, 'g')
  const word = new RegExp(`(?<![\\w/])${pattern}(?![\\w/])`, 'g')
  const changed = [whole, word].map((each) => text.replaceAll(each, change)).find((each) => each !== text)
  return changed === undefined ? null : { file, text: changed }
}

/** The only file of the contract that names a field of the literal. */
function mutateField(literal: string, sources: Sources): Mutation | null {
  for (const field of literal.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []) {
    const naming = [...sources].filter(([file, text]) => file.startsWith(contract) && text.includes(field))
    const [[file, text] = ['', ''], ...others] = naming
    const mutation = others.length === 0 ? mutateSource(file, text, field) : null
    if (mutation !== null) return mutation
  }
  return null
}

/** The constant of the contract that is the first time of the literal. */
function mutateTime(literal: string, sources: Sources): Mutation | null {
  const [, number, unit] = /([\d.]+) (ms|s|seconds)\b/.exec(literal) ?? []
  const file = `${contract}values/limits.ts`
  const milliseconds = Number(number) * (unit === 'ms' ? 1 : 1_000)
  return number === undefined ? null : mutateSource(file, sources.get(file) ?? '', String(milliseconds))
}

/**
 * Changes what a row's literal says: where the row says it occurs, or else in the only text, route, time or field
 * of the product that it names. Null if there is none.
 */
export function mutate({ literal, written = literal, where, kind }: Row, sources: Sources): Mutation | null {
  if (where !== undefined) {
    const [place = '', key] = where.split('#')
    const file = place.replace(/^en-GB\//, locales).replace(/^contract\//, contract)
    const text = sources.get(file) ?? ''
    if (!file.startsWith(locales)) return mutateSource(file, text, written)
    return mutateLocale(file, text, (each, value) =>
      key === undefined ? value.includes(written) : each === key,
    )
  }
  if (kind === 'string') {
    const naming = [...sources].filter(
      ([file, text]) => file.startsWith(locales) && text.includes(`"${written}"`),
    )
    const [[file, text] = ['', '{}'], ...others] = naming
    return others.length === 0 ? mutateLocale(file, text, (_, value) => value === written) : null
  }
  const route = /(?:^| )(\/[\w/{}-]+)/.exec(literal)?.[1]
  const routes = 'apps/web/src/app/routes.tsx'
  if (kind === 'route' && route !== undefined) return mutateSource(routes, sources.get(routes) ?? '', route)
  return kind === 'timer' ? mutateTime(literal, sources) : mutateField(literal, sources)
}
