import { readdir, readFile } from 'node:fs/promises'

/** Resident memory of a process and its children, in bytes. Needs /proc; null elsewhere. */
export async function treeBytes(pid: number): Promise<number | null> {
  const parents = await readParents()
  if (parents === null) return null
  const tree = new Set([pid])
  for (let grown = -1; grown !== tree.size; ) {
    grown = tree.size
    for (const [child, parent] of parents) if (tree.has(parent)) tree.add(child)
  }
  const sizes = await Promise.all([...tree].map(residentBytes))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

async function readParents(): Promise<Map<number, number> | null> {
  const entries = await readdir('/proc').catch(() => null)
  if (entries === null) return null
  const parents = new Map<number, number>()
  for (const entry of entries.filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '')
    const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1]
    if (parent) parents.set(Number(entry), Number(parent))
  }
  return parents
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024
}
