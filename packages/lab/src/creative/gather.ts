import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { textOfDocument } from './document.ts'
import { isDraft, runsOf } from './drafts.ts'
import { contentsOf, type DatedFile, datedFiles, decoded, humanUntil } from './history.ts'
import { type Markup, proseOf } from './markup.ts'
import { isNarrative, problemOf, stretches } from './prose.ts'
import { entriesOf } from './records.ts'
import { type CreativeSource, isMeasuredKind, type WriterGroup } from './source-list.ts'
import { isPersonal, statementOf } from './statement.ts'

export interface CreativeText {
  text: string
  label: 'human'
  domain: string
  meta: {
    /** A code: texts of one person stay together, and nobody is named. */
    author?: string
    repo: string
    commit: string
    path: string
    date: string
    group: WriterGroup
    work: string
    use?: 'measure only'
  }
}

export interface Gathered {
  source: CreativeSource
  texts: CreativeText[]
  /** Texts left out, by reason. */
  left: Record<string, number>
}

const longest = 1200
const perWriter = 40
const perWriterRevised = 3
const lastDay = humanUntil.slice(0, 10)

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A third of the repositories, by name, so that they stay the same ones when others join. */
export function isMeasuredOnly(repository: string): boolean {
  return hash(repository.toLowerCase()).readUInt16BE(0) % 3 === 0
}

/** `FOLDER/owner/name` or `FOLDER/owner+name`, with or without files beside the history. */
export function cloneOf(folder: string, repository: string): string | null {
  const places = [repository, repository.replace('/', '+')].flatMap((name) => [
    join(folder, name),
    join(folder, name, '.git'),
    join(folder, name, 'repo'),
    join(folder, name, 'repo', '.git'),
  ])
  return places.find((place) => existsSync(join(place, 'HEAD'))) ?? null
}

interface Candidate {
  text: string
  author: string | undefined
  date: string
  file: DatedFile
}

/** The beginning of a text without spaces and marks: two texts with one are the same. */
export function openingOf(text: string): string {
  return text
    .slice(0, 300)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .slice(0, 100)
}

/**
 * The texts of one source. `seen` holds the openings of all texts taken so far, `inLab` those of the source of
 * the lab that this one names.
 */
export async function gatherSource(
  source: CreativeSource,
  clone: string,
  seen: Set<string>,
  inLab: ReadonlySet<string> = new Set(),
): Promise<Gathered> {
  const left: Record<string, number> = {}
  const taken = new Map<string, number>()
  const texts: CreativeText[] = []
  const holds = new RegExp(source.holds ?? '', 'm')
  /** Applicants send versions of a statement, students revise reports. */
  const revised = source.group === 'applicants' || isMeasuredKind(source.group)
  const most = source.perWriter ?? (revised ? perWriterRevised : perWriter)
  for (const file of contentsOf(clone, listedFiles(source, clone))) {
    const raw = file.content === null ? null : await readAs(source.markup, file.content)
    const candidates = raw === null ? [] : candidatesOf(source, file, raw)
    if (raw === null) leave(file.content === null ? 'missing' : 'unreadable')
    else if (!holds.test(raw)) leave('other')
    else if (candidates.some(({ text }) => inLab.has(openingOf(text)))) leave('in the lab')
    else for (const candidate of candidates) consider(candidate)
    if (texts.length === source.atMost) break
  }
  return { source, texts, left }

  function leave(reason: string): void {
    left[reason] = (left[reason] ?? 0) + 1
  }

  function consider(candidate: Candidate): void {
    const { text, author: writer = 'unknown' } = candidate
    const opening = openingOf(text)
    const known = taken.get(writer) ?? 0
    if (texts.length === source.atMost) return
    const problem =
      problemWith(source, candidate) ??
      (seen.has(opening) || (revised && isDraft(text, seen)) ? 'seen before' : null) ??
      (known >= most ? 'enough of the writer' : null)
    if (problem !== null) {
      leave(problem)
      return
    }
    seen.add(opening)
    if (revised) for (const run of runsOf(text)) seen.add(run)
    taken.set(writer, known + 1)
    texts.push(asText(source, candidate))
  }
}

/** Null if a document cannot be read. */
async function readAs(markup: Markup, bytes: Buffer): Promise<string | null> {
  if (markup !== 'document') return decoded(bytes)
  return textOfDocument(bytes)
}

function problemWith(source: CreativeSource, { text, date }: Candidate): string | null {
  if (date >= lastDay) return 'later'
  if (source.narrativesOnly === true && !isNarrative(text)) return 'no narrative'
  if (source.group === 'applicants' && !isPersonal(text)) return 'not personal'
  return problemOf(text, source.shortLines ?? false)
}

/** In an order that depends only on the names, so that a limit takes from everywhere. */
function listedFiles(source: CreativeSource, clone: string): DatedFile[] {
  const wanted = new RegExp(source.files)
  const unwanted = source.except === undefined ? undefined : new RegExp(source.except)
  return datedFiles(clone, source.commit)
    .filter(({ path }) => wanted.test(path) && !unwanted?.test(path))
    .map((file) => ({ file, order: hash(file.path).toString('hex') }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ file }) => file)
}

function candidatesOf(source: CreativeSource, file: DatedFile, raw: string): Candidate[] {
  const date = source.released ?? file.date
  const entries = source.records === undefined ? [{ text: raw }] : entriesOf(raw, source.records)
  return entries.flatMap(({ text, author, changed }) =>
    stretches(written(source, text), longest, source.pieces ?? 1).map((part) => ({
      text: part,
      author: author ?? authorOf(source, file, raw),
      date: changed === undefined || changed < date ? date : changed.slice(0, 10),
      file,
    })),
  )
}

function written({ group, markup, shortLines, without = [] }: CreativeSource, raw: string): string {
  const own = without.reduce(
    (text, expression) => text.replace(new RegExp(expression, 'gimu'), ''),
    raw.replace(/\r\n?/g, '\n'),
  )
  const prose = proseOf(own, markup, shortLines)
  return group === 'applicants' ? statementOf(prose) : prose
}

function authorOf({ author }: CreativeSource, { path }: DatedFile, raw: string): string | undefined {
  if (author === undefined) return undefined
  if ('is' in author) return author.is
  const name = 'path' in author ? new RegExp(author.path).exec(path) : new RegExp(author.text, 'm').exec(raw)
  return name?.[1]?.trim().toLowerCase()
}

function asText(source: CreativeSource, { text, author, date, file }: Candidate): CreativeText {
  const measured = source.measureOnly === true || isMeasuredOnly(source.repository)
  return {
    text,
    label: 'human',
    domain: source.domain,
    meta: {
      ...(author !== undefined && {
        author: hash(`${source.repository} ${author}`).toString('hex').slice(0, 12),
      }),
      repo: source.repository,
      commit: file.commit,
      path: file.path,
      date,
      group: source.group,
      work: source.oneWork === true ? source.repository : basename(file.path),
      ...(measured && { use: 'measure only' as const }),
    },
  }
}
