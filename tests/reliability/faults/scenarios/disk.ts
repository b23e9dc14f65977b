import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finishAndInspect, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'

const megabytes = 192
const uploadsOnFullDisk = 30

/** A small disk. Null if this user may not mount one. */
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

/** Writes until the disk is full. */
function fill(file: string): void {
  const megabyte = Buffer.alloc(1 << 20)
  const page = Buffer.alloc(4_096)
  for (let next = megabyte; ; ) {
    try {
      appendFileSync(file, next)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      if (next === page) return
      next = page
    }
  }
}

/** Fills the disk while a teacher uploads, and frees it again. The setup uses a small disk. */
export async function fillDisk(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const ballast = join(setup.dataDir, 'ballast')
  const defects: string[] = []
  const onFullDisk: (number | null)[] = []
  let running = await setup.start('all')
  for (let i = 0; i < times; i += 1) {
    await teacher.upload(running.origin, 4)
    fill(ballast)
    const before = teacher.sent.length
    await teacher.upload(running.origin, uploadsOnFullDisk)
    const statuses = teacher.sent.slice(before).map(({ status }) => status)
    onFullDisk.push(...statuses)
    // What still finds room in space that the database has set aside is acknowledged, and must be kept.
    // A slow machine asks some of them to come back (503).
    if (statuses.some((status) => status === null || ![201, 503, 507].includes(status)))
      defects.push(`uploads on a full disk were answered ${statuses.join(' ')}`)
    const health = await fetch(`${running.origin}/healthz`).then(
      ({ status }) => status,
      () => null,
    )
    if (statuses.includes(507) && health !== 503) defects.push(`the health check answered ${health}`)
    truncateSync(ballast)
    // A database that cannot write may end its process, so restart it.
    if (running.hasEnded()) running = await setup.start('all')
    await teacher.upload(running.origin, 4)
  }
  await running.stop()
  const last = await setup.start('all')
  const refused = onFullDisk.filter((status) => status === 507).length
  return finishAndInspect(setup, teacher, [last], {
    scenario: 'the disk is temporarily full',
    times,
    defects,
    figure: `${refused} of ${onFullDisk.length} uploads on the full disk refused with 507`,
  })
}

/** Starts a second process on the same data folder. */
export async function startTwice(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const defects: string[] = []
  const first = await setup.start('all')
  await teacher.upload(first.origin, 4)
  for (let i = 0; i < times; i += 1) {
    const second = await setup.start('all')
    if (!second.hasEnded() || !second.output().includes('The data folder is in use'))
      defects.push('a second process was not refused')
  }
  await teacher.upload(first.origin, 4)
  return finishAndInspect(setup, teacher, [first], {
    scenario: 'a second process starts on the same data folder',
    times,
    defects,
  })
}

/** Checks what was synced to disk before an upload was acknowledged, as a power cut would leave it. */
export async function countSyncs(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const defects: string[] = []
  const log = join(setup.dataDir, 'syncs')
  writeFileSync(log, '')
  const running = await setup.start('all', { FAULT_LOG_SYNCS: log })
  const files = join(setup.dataDir, 'files')
  const syncedFolders = new Set<string>()
  for (let i = 0; i < times; i += 1) {
    const before = (await readFile(log, 'utf8')).length
    await teacher.upload(running.origin, 1)
    const synced = (await readFile(log, 'utf8'))
      .slice(before)
      .split('\n')
      .map((line) => line.slice(line.indexOf(' ') + 1))
    const isFile = teacher.sent.at(-1)?.filename !== null
    if (!synced.some((file) => file.includes('pg_wal'))) defects.push(`upload ${i}: the row was not synced`)
    if (!isFile) continue
    if (!synced.some((file) => file.includes('.unfinished')))
      defects.push(`upload ${i}: the file was not synced`)
    const folder = synced.find((file) => file.startsWith(`${files}/`) && !file.includes('.unfinished'))
    if (folder === undefined) defects.push(`upload ${i}: the name of the file was not synced`)
    else if (!syncedFolders.has(folder) && !synced.includes(files))
      defects.push(`upload ${i}: the new folder was not synced`)
    else syncedFolders.add(folder)
  }
  return finishAndInspect(setup, teacher, [running], {
    scenario: 'uploads whose file, folders and row were synced before the response',
    times,
    defects,
  })
}

/**
 * Lets the disk refuse to sync while a teacher uploads. The process must end by itself, and say why, instead
 * of going on without its database.
 */
export async function failSyncs(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const defects: string[] = []
  for (let i = 0; i < times; i += 1) {
    const running = await setup.start('all', { FAULT_FAIL_SYNCS: 'on' })
    await teacher.upload(running.origin, 4)
    running.toggleFault()
    await teacher.upload(running.origin, 4)
    if (!(await running.endsWithin(30_000))) {
      defects.push('a process went on after its disk had failed')
      await running.kill()
    } else if (
      running.exitCode() !== 1 ||
      !running.output().includes('The embedded database ended: could not fsync file')
    ) {
      defects.push(`a process ended with ${running.exitCode()}: ${running.output().slice(-500)}`)
    }
  }
  const last = await setup.start('all')
  return finishAndInspect(setup, teacher, [last], {
    scenario: 'the disk does not take what is synced',
    times,
    defects,
  })
}
