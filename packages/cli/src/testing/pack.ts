import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * An entry of the timeline with its hash, written out by hand as docs/decisions/0060-evidence-packs.md says.
 */
function entry(at: string, text: string, previous: string | null): { json: string; hash: string } {
  const covered = `"at":"${at}","case_id":"case-1","previous":${JSON.stringify(previous)},"text":"${text}"`
  const hash = sha256(`{${covered}}`)
  return { json: `{${covered},"hash":"${hash}"}`, hash }
}

const first = entry('2026-11-20T10:00:00.000Z', 'Asked', null)
const second = entry('2026-11-21T10:00:00.000Z', 'Answered', first.hash)

/**
 * The files of a whole pack by name. `changes` are made before the manifest is written; null leaves a file
 * out.
 */
export function packFiles(changes: Record<string, string> = {}): Record<string, string> {
  const files: Record<string, string> = {
    'README.txt': 'An evidence pack',
    'case.pdf': '%PDF-1.7',
    'reports/01 essay - text.txt': 'It was raining.',
    'timeline.json': `[${first.json},${second.json}]`,
    ...changes,
  }
  const listed = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([path, text]) =>
        `{"bytes":${Buffer.byteLength(text)},"path":${JSON.stringify(path)},"sha256":"${sha256(text)}"}`,
    )
  const manifest =
    `{"case_id":"case-1","created_at":"2026-11-22T10:00:00.000Z","files":[${listed.join(',')}],"format":"penmark-evidence-pack/1","language":"en-GB",` +
    `"product":{"name":"Penmark","version":"0.1.0"},"timeline":{"entries":2,"head":"${second.hash}","path":"timeline.json"}}`
  return { 'manifest.json': manifest, ...files }
}

export async function writeFolder(folder: string, files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

export async function writeZip(file: string, files: Iterable<[string, string | Buffer]>): Promise<string> {
  const zip = new ZipFile()
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
  return file
}
