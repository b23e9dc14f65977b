import { createHash } from 'node:crypto'
import { UsageError } from '../terminal/terminal.ts'
import { checkEvidence, isRecord } from './evidence.ts'
import {
  canonicalJson,
  isObject,
  type Listed,
  type Manifest,
  PackError,
  packLimits,
  parseJson,
  parseManifest,
} from './manifest.ts'
import { openPack, type Pack, type PackedFile, quotedName } from './open-pack.ts'
import { readText, readWithin } from './read-packed.ts'

/**
 * What is wrong with the timeline, in sentences: each entry's hash covers the entry and the hash of the one
 * before it.
 */
function checkTimeline(
  text: string,
  { case_id, timeline }: Pick<Manifest, 'case_id' | 'timeline'>,
): string[] {
  let entries: unknown
  try {
    entries = parseJson('The timeline', text)
  } catch (error) {
    if (error instanceof PackError) return [error.message]
    throw error
  }
  if (!Array.isArray(entries)) return ['The timeline is not a list of entries.']
  let previous: unknown = null
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry)) return [`Entry ${index + 1} of the timeline is not an entry.`]
    const { hash, ...covered } = entry
    const isUnchanged = hash === createHash('sha256').update(canonicalJson(covered)).digest('hex')
    if (!isUnchanged || covered.previous !== previous || covered.case_id !== case_id)
      return [
        `The timeline was changed at entry ${index + 1}: its hash does not fit what it says, or what stands before it.`,
      ]
    previous = hash
  }
  const isComplete = entries.length === timeline.entries && previous === timeline.head
  return isComplete ? [] : ['The timeline does not end where the manifest says.']
}

const manifestName = 'manifest.json'

/** `penmark verify`. Reads nothing but the pack. Returns 1 if anything in it differs from its manifest. */
export async function verify(packs: string[]): Promise<number> {
  const [where, ...more] = packs
  if (where === undefined)
    throw new UsageError('Give the evidence pack to verify: a ZIP, or the folder that it was unpacked to.')
  if (more.length > 0) throw new UsageError('Give one evidence pack at a time.')
  try {
    return await verifyPack(where)
  } catch (error) {
    if (!(error instanceof PackError)) throw error
    process.stderr.write(`${where} cannot be verified. ${error.message}\n`)
    return 1
  }
}

async function verifyPack(where: string): Promise<number> {
  const pack = await openPack(where)
  try {
    const text = await readText(pack.files.get(manifestName), packLimits.manifestBytes)
    if (text === null)
      throw new PackError('It has no manifest.json, so it is not an evidence pack, or not a whole one.')
    const manifest = parseManifest(text)
    const problems = await checkFiles(pack, manifest)
    const sha256 = createHash('sha256').update(text).digest('hex')
    if (problems.length > 0) {
      const count = problems.length === 1 ? 'One thing is' : `${problems.length} things are`
      process.stdout.write(
        `${describe(manifest)}\n${count} not as the manifest says:\n${problems.map((problem) => `- ${problem}\n`).join('')}`,
      )
      return 1
    }
    process.stdout.write(successText(manifest, sha256))
    return 0
  } finally {
    await pack.close()
  }
}

const printable = (text: string) => quotedName(text).slice(1, -1)

function describe({ case_id, product, created_at }: Manifest): string {
  return `Evidence pack of case ${printable(case_id)}, made by ${printable(product.name)} ${printable(product.version)}, ${printable(created_at)}.`
}

function successText(manifest: Manifest, sha256: string): string {
  const { files, timeline } = manifest
  const records = files.filter(({ path }) => isRecord(path)).length
  const recordLine =
    records === 0
      ? ''
      : `The hashes of ${records === 1 ? '1 writing record' : `${records} writing records`} were computed again and fit, and so does what is said of their arrival.\n`
  return `${describe(manifest)}
All ${files.length} files are there and unchanged, and so are the ${timeline.entries} entries of the timeline.
${recordLine}
SHA-256 of the manifest: ${sha256}

This shows that nothing has changed since the manifest was written. It does not show who wrote it: the pack is not signed.
To make sure of that, ask the school to compare the hash above with the entry "Case exported" in its audit log.
`
}

async function checkFiles({ files }: Pack, manifest: Manifest): Promise<string[]> {
  const listed = new Map(manifest.files.map((file) => [file.path, file]))
  const problems: string[] = []
  if (listed.size < manifest.files.length) problems.push('The manifest lists a file twice.')
  if (!listed.has(manifest.timeline.path))
    problems.push('The manifest does not list the timeline among its files.')
  for (const file of listed.values()) problems.push(...(await checkFile(files.get(file.path), file)))
  for (const path of files.keys())
    if (path !== manifestName && !listed.has(path))
      problems.push(`${quotedName(path)} is not part of the pack.`)
  problems.push(...(await checkEvidence(files, listed)))
  const timeline = await readText(files.get(manifest.timeline.path), packLimits.timelineBytes).catch(
    () => null,
  )
  // What is damaged is found by each check that reads it.
  return [...new Set(timeline === null ? problems : [...problems, ...checkTimeline(timeline, manifest)])]
}

async function checkFile(file: PackedFile | undefined, { path, bytes, sha256 }: Listed): Promise<string[]> {
  if (!file) return [`${quotedName(path)} is missing.`]
  if (file.bytes !== bytes)
    return [`${quotedName(path)} was changed: it has ${file.bytes} bytes instead of ${bytes}.`]
  try {
    return (await hashOf(file)) === sha256 ? [] : [`${quotedName(path)} was changed: its SHA-256 is another.`]
  } catch (error) {
    if (error instanceof Error) return [`${quotedName(path)} cannot be read: it is damaged.`]
    throw error
  }
}

async function hashOf(file: PackedFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of readWithin(file, file.bytes)) hash.update(piece)
  return hash.digest('hex')
}
