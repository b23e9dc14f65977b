import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Setting } from '../setting.ts'
import type { Teacher } from '../teacher.ts'
import { conclude, type Outcome } from '../trial.ts'

const megabytes = 192

/** A disk of its own that is soon full. Null where this user may not mount one. */
export function openSmallDisk(): { folder: string; close(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'penmark-faults-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  return {
    folder,
    close: () => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Writes until nothing more goes in. */
function fill(file: string): void {
  const lump = Buffer.alloc(1 << 20)
  const small = Buffer.alloc(4_096)
  for (let next = lump; ; ) {
    try {
      appendFileSync(file, next)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      if (next === small) return
      next = small
    }
  }
}

/** The disk is full while a teacher uploads, and has room again later. The setting lies on a small disk. */
export async function fillDisk(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  const ballast = join(setting.dataDir, 'ballast')
  let running = await setting.start('all')
  for (let i = 0; i < times; i += 1) {
    await teacher.upload(running.origin, 4)
    fill(ballast)
    await teacher.upload(running.origin, 8)
    truncateSync(ballast)
    // A database that could not write may end its process; whoever started it starts it again.
    if (running.hasEnded()) running = await setting.start('all')
    await teacher.upload(running.origin, 4)
  }
  await running.stop()
  const last = await setting.start('all')
  return conclude(setting, teacher, [last], { trial: 'the disk is temporarily full', times })
}

/** A second process on the same data folder. */
export async function startTwice(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  const surprises: string[] = []
  const first = await setting.start('all')
  await teacher.upload(first.origin, 4)
  for (let i = 0; i < times; i += 1) {
    const second = await setting.start('all')
    if (!second.hasEnded() || !second.output().includes('The data folder is in use')) surprises.push('a second process was not refused')
  }
  await teacher.upload(first.origin, 4)
  return conclude(setting, teacher, [first], { trial: 'a second process starts on the same data folder', times, surprises })
}

/** What had been written through to the disk when an upload was acknowledged. A power cut afterwards finds all of that. */
export async function countSyncs(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  const surprises: string[] = []
  const log = join(setting.dataDir, 'syncs')
  writeFileSync(log, '')
  const running = await setting.start('all', { TRAP_SYNCS: log })
  const files = join(setting.dataDir, 'files')
  const shelves = new Set<string>()
  for (let i = 0; i < times; i += 1) {
    const before = (await readFile(log, 'utf8')).length
    await teacher.upload(running.origin, 1)
    const synced = (await readFile(log, 'utf8'))
      .slice(before)
      .split('\n')
      .map((line) => line.slice(line.indexOf(' ') + 1))
    const isFile = teacher.sent.at(-1)?.filename !== null
    if (!synced.some((place) => place.includes('pg_wal'))) surprises.push(`upload ${i}: the row was not synced`)
    if (!isFile) continue
    if (!synced.some((place) => place.includes('.unfinished'))) surprises.push(`upload ${i}: the file was not synced`)
    const shelf = synced.find((place) => place.startsWith(`${files}/`) && !place.includes('.unfinished'))
    if (shelf === undefined) surprises.push(`upload ${i}: the name of the file was not synced`)
    else if (!shelves.has(shelf) && !synced.includes(files)) surprises.push(`upload ${i}: the new folder was not synced`)
    else shelves.add(shelf)
  }
  return conclude(setting, teacher, [running], {
    trial: 'uploads whose file, folders and row were synced before the response',
    times,
    surprises,
  })
}
