import { randomUUID } from 'node:crypto'
import {
  type Deleted,
  routes,
  type WritingTask,
  type WritingTaskChange,
  type WritingTaskInput,
  writingLimits,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Caller, Owner } from '../../../http/caller.ts'
import { invalidField, problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Database } from '../../../services/database/database.ts'
import { lockClassGroup, moveToBin } from '../../classes/index.ts'
import { createLinks, hashPin, revokeLink } from './links.ts'
import { listTasks, lockTask, readTask, readTaskView } from './read-tasks.ts'
import { isWordRange } from './rules.ts'
import { countTasks, deleteTask, insertTask, selectSubmissions, updateTask } from './store.ts'

interface WritingDependencies {
  database: Database
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

export function bindWriting({ bind }: Binder, dependencies: WritingDependencies): void {
  const { database } = dependencies
  bind(routes.listWritingTasks, (filter, caller) => listTasks(database, filter, caller))
  bind(routes.createWritingTask, (input, caller) => createTask(database, input, caller))
  bind(routes.readWritingTask, ({ id }, caller) => readTaskView(database, id, caller))
  bind(routes.changeWritingTask, ({ id, ...change }, caller) => changeTask(database, id, change, caller))
  bind(routes.deleteWritingTask, ({ id }, caller) => removeTask(database, id, caller))
  bind(routes.createWritingLinks, (choice, caller) => createLinks(dependencies, choice, caller))
  bind(routes.revokeWritingLink, (choice, caller) => revokeLink(dependencies, choice, caller))
}

function requireWordRange(range: { words_min: number | null; words_max: number | null }): void {
  if (isWordRange(range)) return
  throw invalidField('words_max', 'words_reversed')
}

const dateOf = (time: string | null) => (time === null ? null : new Date(time))

async function createTask(
  database: Database,
  input: z.output<typeof WritingTaskInput>,
  owner: Caller,
): Promise<WritingTask> {
  const { pin, due_at, class_group_id, ...fields } = input
  requireWordRange(fields)
  const pin_hash = pin === null ? null : await hashPin(pin)
  return database.transaction(async (connection) => {
    const { teacher_id } = owner
    await lockClassGroup(connection, owner, class_group_id)
    if ((await countTasks(connection, teacher_id)) >= writingLimits.tasks)
      throw problem('conflict', 'too_many_tasks', { tasks: writingLimits.tasks })
    const [id, now] = [randomUUID(), new Date()]
    const at = { created_at: now, updated_at: now }
    await insertTask(connection, {
      id,
      teacher_id,
      class_group_id,
      ...fields,
      due_at: dateOf(due_at),
      pin_hash,
      ...at,
    })
    return readTask(connection, id, owner)
  })
}

async function changeTask(
  database: Database,
  id: string,
  { pin, due_at, ...fields }: z.output<typeof WritingTaskChange>,
  owner: Owner,
): Promise<WritingTask> {
  const pin_hash = typeof pin === 'string' ? await hashPin(pin) : pin
  return database.transaction(async (connection) => {
    const row = await lockTask(connection, id, owner)
    const { words_min = row.words_min, words_max = row.words_max } = fields
    requireWordRange({ words_min, words_max })
    await updateTask(connection, id, {
      title: fields.title ?? row.title,
      instructions: fields.instructions ?? row.instructions,
      due_at: due_at === undefined ? row.due_at : dateOf(due_at),
      words_min,
      words_max,
      pasting: fields.pasting ?? row.pasting,
      sources: fields.sources === undefined ? row.sources : fields.sources,
      language: fields.language ?? row.language,
      pin_hash: pin_hash === undefined ? row.pin_hash : pin_hash,
      updated_at: new Date(),
    })
    return readTask(connection, id, owner)
  })
}

/** Moves a task to the bin with its links, texts and records. Documents that were handed in stay. */
function removeTask(database: Database, id: string, owner: Owner): Promise<z.infer<typeof Deleted>> {
  return database.transaction(async (connection) => {
    const { teacher_id } = await lockTask(connection, id, owner)
    const texts = (await selectSubmissions(connection, id)).filter(({ entries }) => entries > 0).length
    await moveToBin(connection, 'writing-task', id, owner, new Date())
    await deleteTask(connection, id)
    await recordAction(connection, owner, {
      action: 'writing-task.delete',
      target_id: id,
      teacher_id,
      details: { texts },
    })
    return { id, deleted: true }
  })
}
