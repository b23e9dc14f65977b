import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cloneOf } from '../creative/gather.ts'
import { contentsOf } from '../creative/history.ts'

/** Files of a repository at the last of its commits before chat programs became common. */
interface ListedFiles {
  repository: string
  commit: string
  files: readonly string[]
}

export function listedFiles(): ListedFiles[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'files.json'), 'utf8')) as ListedFiles[]
}

/** Writes the files of a list into a folder, each repository into its own. Returns what the clones lack. */
export function takeFiles(list: readonly ListedFiles[], clones: string, folder: string): string[] {
  const missing: string[] = []
  for (const { repository, commit, files } of list) {
    const clone = cloneOf(clones, repository)
    if (clone === null) {
      missing.push(repository)
      continue
    }
    const wanted = files.map((path) => ({ path, commit, date: '' }))
    for (const { path, content } of contentsOf(clone, wanted)) {
      if (content === null) {
        missing.push(`${repository}: ${path}`)
        continue
      }
      const place = join(folder, repository.replace('/', '+'), path)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, content)
    }
  }
  return missing
}
