import { Parser } from 'htmlparser2'
import { elementText } from './elements.ts'
import { countWords } from './prose.ts'
import type { FieldPaths, Records } from './source-list.ts'

export interface Entry {
  text: string
  author?: string
  /** The last day that the record names, where it keeps its own history. */
  changed?: string
}

/** The texts inside a data file. */
export function entriesOf(raw: string, rule: Records): Entry[] {
  if (rule.format === 'table') return tableEntries(raw, rule)
  if (rule.format === 'xml') return xmlEntries(raw, rule.element)
  if (rule.format === 'sections')
    return raw
      .split(new RegExp(rule.heading, 'm'))
      .slice(1)
      .map((text) => ({ text }))
  if (rule.format === 'parts')
    return raw
      .split(new RegExp(rule.between))
      .filter((text) => text.trim() !== '')
      .map((text, index) => ({ text, author: `${index}` }))
  if (rule.format === 'elements') return [{ text: elementText(raw, rule) }]
  if (rule.format === 'turns') return longestTurns(raw, rule.speaker)
  if (rule.format === 'json') return recordsIn(JSON.parse(raw), rule)
  if (rule.format === 'json-lines')
    return raw
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => recordsIn(JSON.parse(line), rule))
  return Object.values(JSON.parse(raw) as Record<string, unknown>).map((value) => ({
    ...fields(value, rule),
    changed: lastDay(value, rule.changes),
  }))
}

function recordsIn(value: unknown, rule: FieldPaths): Entry[] {
  const records = rule.each === undefined ? [value] : at(value, rule.each)
  return Array.isArray(records) ? records.map((record) => fields(record, rule)) : []
}

function fields(record: unknown, { text, author }: FieldPaths): Entry {
  const parts = [text].flat().map((path) => at(record, path))
  const whole = parts.every((part) => typeof part === 'string') ? parts.join('\n\n') : ''
  if (author === undefined) return { text: whole }
  const writer = at(record, author)
  return { text: whole, author: typeof writer === 'string' || typeof writer === 'number' ? `${writer}` : '' }
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value)
}

function lastDay(value: unknown, list: string): string {
  const changes = (value as Record<string, { date: string }[] | undefined>)[list] ?? []
  return (
    changes
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? ''
  )
}

function tableEntries(raw: string, rule: Extract<Records, { format: 'table' }>): Entry[] {
  const pattern = new RegExp(rule.pattern)
  return raw
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((columns) => columns.length > rule.text)
    .map((columns) => ({
      text: (columns[rule.text] as string).replaceAll('\\newline', '\n').replaceAll('\\tab', ' '),
      author: pattern.exec(columns[rule.author] ?? '')?.[1],
    }))
    .map(({ text, author }) => (author === undefined ? { text } : { text, author }))
}

function xmlEntries(raw: string, element: string): Entry[] {
  const found: Entry[] = []
  let inside = false
  const parser = new Parser(
    {
      onopentagname(name) {
        if (name !== element) return
        inside = true
        found.push({ text: '' })
      },
      ontext(part) {
        const last = found.at(-1)
        if (inside && last !== undefined) last.text += part
      },
      onclosetag(name) {
        if (name === element) inside = false
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(raw.replaceAll('&nbsp;', ' '))
  return found
}

/** One turn of each speaker, so that no text is a question or an interjection. */
function longestTurns(raw: string, speaker: string): Entry[] {
  const longest = new Map<string, string>()
  const parts: (string | undefined)[] = raw.split(new RegExp(speaker, 'mu')).slice(1)
  for (let place = 0; place < parts.length; place += 2) {
    const [name, turn = ''] = parts.slice(place, place + 2)
    if (name !== undefined && countWords(turn) > countWords(longest.get(name) ?? '')) longest.set(name, turn)
  }
  return [...longest].map(([name, text]) => ({ text, author: name.toLowerCase() }))
}
