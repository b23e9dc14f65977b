import { execFileSync } from 'node:child_process'
import { decode } from 'iconv-lite'

/** The day before which no text can come from a chat assistant. */
export const humanUntil = '2022-11-30T00:00:00Z'

export interface DatedFile {
  path: string
  /** The last commit before that day that changed the file. */
  commit: string
  date: string
}

function git(clone: string, ...args: string[]): string {
  return execFileSync('git', ['-C', clone, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/**
 * The files of a commit that already stood in its history before the day, each as it was last changed before
 * it. A file that came or changed later is given as it was, or not at all.
 */
export function datedFiles(clone: string, commit: string): DatedFile[] {
  const state = git(clone, 'rev-list', '-1', `--before=${humanUntil}`, commit).trim()
  if (state === '') return []
  const present = new Set(git(clone, 'ls-tree', '-r', '-z', '--name-only', state).split('\0'))
  const found: DatedFile[] = []
  const log = git(
    clone,
    'log',
    '-z',
    '-m',
    '--first-parent',
    '--no-renames',
    '--name-only',
    '--format=%x01%H %cI',
    state,
  )
  for (const entry of log.split('\u0001').slice(1)) {
    const [head = '', ...paths] = entry.split('\0').flatMap((part) => part.split('\n'))
    const [hash = '', date = ''] = head.split(' ')
    for (const path of paths) {
      if (!present.delete(path)) continue
      found.push({ path, commit: hash, date: date.slice(0, 10) })
    }
  }
  return found
}

export interface FileContent extends DatedFile {
  /** Null if the clone lacks the file, as a partial clone lacks large ones. */
  content: Buffer | null
}

const filesAtOnce = 200

/** What stood in the files at their commits. */
export function* contentsOf(clone: string, files: readonly DatedFile[]): Generator<FileContent> {
  for (let from = 0; from < files.length; from += filesAtOnce) {
    const some = files.slice(from, from + filesAtOnce)
    const output = execFileSync('git', ['-C', clone, 'cat-file', '--batch'], {
      input: some.map(({ commit, path }) => `${commit}:${path}\n`).join(''),
      maxBuffer: 1 << 29,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let at = 0
    for (const file of some) {
      const end = output.indexOf('\n', at)
      const size = Number(/ blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1] ?? Number.NaN)
      const known = !Number.isNaN(size)
      yield { ...file, content: known ? output.subarray(end + 1, end + 1 + size) : null }
      at = end + 1 + (known ? size + 1 : 0)
    }
  }
}

/** Old pages are not in UTF-8. */
export function decoded(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') ? decode(bytes, 'windows-1252') : text
}
