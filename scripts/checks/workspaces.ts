import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './run.ts'

/** Folders of all workspaces, relative to the root, in order. */
export async function workspaces(): Promise<string[]> {
  const found: string[] = []
  for (const parent of ['packages', 'apps']) {
    const entries = await readdir(join(root, parent), { withFileTypes: true })
    found.push(...entries.filter((entry) => entry.isDirectory()).map((entry) => `${parent}/${entry.name}`))
  }
  return found.sort()
}
