import { isId, Problem, type Retention, type RetentionInput, type RetentionPreview, retentionNotice, routes } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'
import { listOwnClassIds } from '../class-groups/read-class-groups.ts'
import { announce, type Rule, replaceRules, selectPreview, selectRules, selectUpcoming } from './store.ts'

export function bindRetention({ bind }: Binder, database: Database): void {
  bind(routes.readRetention, (_input, caller) => readRetention(database, caller))
  bind(routes.saveRetention, (input, caller) => saveRetention(database, input, caller))
  bind(routes.previewRetention, (input, caller) => previewRetention(database, input, caller))
}

const dayMs = 24 * 60 * 60 * 1_000

/** The rules of a setting. 404 if it names a class that is not the caller's. */
async function rulesOf(connection: Connection, { days, classes }: RetentionInput, { teacher_id }: Owner): Promise<Rule[]> {
  const ids = [...new Set(classes.map(({ class_group_id }) => class_group_id))]
  const known = await listOwnClassIds(connection, teacher_id, ids.filter(isId))
  if (known.length < ids.length) throw new Problem('not_found', 'There is no such class. It may have been deleted. Nothing was changed.')
  // If a class is named twice, the last entry counts.
  const byClass = new Map(classes.map((rule) => [rule.class_group_id, rule.days]))
  const classRules = [...byClass].map(([class_group_id, classDays]) => ({ class_group_id, days: classDays }))
  // Without a general rule nothing is erased by itself, so a class rule that keeps its documents is redundant.
  const needed = days === null ? classRules.filter((rule) => rule.days !== null) : classRules
  return days === null ? needed : [{ class_group_id: null, days }, ...needed]
}

async function view(connection: Connection, teacher_id: string): Promise<Retention> {
  const rules = await selectRules(connection, teacher_id)
  const upcoming = await selectUpcoming(connection, teacher_id)
  return {
    days: rules.find(({ class_group_id }) => class_group_id === null)?.days ?? null,
    classes: rules.flatMap(({ class_group_id, days }) => (class_group_id === null ? [] : { class_group_id, days })),
    upcoming: upcoming && {
      documents: upcoming.documents,
      first_at: upcoming.first_at.toISOString(),
      last_at: upcoming.last_at.toISOString(),
    },
  }
}

function readRetention(database: Database, { teacher_id }: Owner): Promise<Retention> {
  return view(database, teacher_id)
}

/** Saves the setting and announces at once what it will erase soon. */
function saveRetention(database: Database, input: RetentionInput, owner: Owner): Promise<Retention> {
  return database.transaction(async (connection) => {
    const now = new Date()
    await replaceRules(connection, owner.teacher_id, await rulesOf(connection, input, owner), input.language ?? 'en-GB', now)
    await announce(connection, owner.teacher_id, now)
    return view(connection, owner.teacher_id)
  })
}

async function previewRetention(database: Database, input: RetentionInput, owner: Owner): Promise<RetentionPreview> {
  const now = new Date()
  const { overdue, oldest } = await selectPreview(database, owner.teacher_id, await rulesOf(database, input, owner), now)
  if (oldest === null) return { overdue, first_at: null }
  const earliest = now.getTime() + retentionNotice.leastDays * dayMs
  return { overdue, first_at: new Date(Math.max(oldest.getTime(), earliest)).toISOString() }
}
