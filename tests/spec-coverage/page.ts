import type { Room } from './rooms.ts'

/** How much of a room is proved. */
export function countOf({ rows }: Room): { proved: number; all: number } {
  return { proved: rows.filter(({ proof }) => proof !== null).length, all: rows.length }
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const lines = (room: Room) =>
  room.rows.map(({ id, at, kind, literal, proof }) => {
    const proved = proof === null ? '' : `${cell(proof.test)} (\`${proof.file.split('/').at(-1)}\`)`
    return `| ${id} | ${at} | ${kind} | ${cell(literal)} | ${proved} |`
  })

/** The page that shows every row to people. */
export function pageOf(rooms: readonly Room[]): string {
  const counts = rooms.map(countOf)
  const sum = (key: 'proved' | 'all') => counts.reduce((total, count) => total + count[key], 0)
  const overview = rooms.map((room, index) => {
    const { proved, all } = counts[index] ?? countOf(room)
    return `| [${room.title}](#${room.title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-')}) | ${proved} | ${all} | ${room.finished ? 'yes' : 'no'} |`
  })
  return [
    '# What the specification asks for, and what proves it',
    '',
    'Written by `npm run spec-coverage` from `tests/spec-coverage/rooms`. A finished room has a proof for every row; a test holds it to that.',
    '',
    '| Room | Proved | Rows | Finished |',
    '|---|---:|---:|---|',
    ...overview,
    `| **All** | ${sum('proved')} | ${sum('all')} | |`,
    ...rooms.flatMap((room) => [
      '',
      `## ${room.title}`,
      '',
      '| Row | Place | Kind | Literal | Proof |',
      '|---|---|---|---|---|',
      ...lines(room),
    ]),
    '',
  ].join('\n')
}
