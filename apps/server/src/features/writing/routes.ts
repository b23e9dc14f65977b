import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import { changeTask, createTask, removeTask } from './change-tasks.ts'
import { createLinks, revokeLink } from './links.ts'
import { listTasks, readTaskView } from './read-tasks.ts'

interface WritingParts {
  database: Database
  /** The product's public URL, without a trailing slash. */
  publicUrl: string
}

export function bindWriting({ bind }: Binder, parts: WritingParts): void {
  const { database } = parts
  bind(routes.listWritingTasks, (filter, caller) => listTasks(database, filter, caller))
  bind(routes.createWritingTask, (input, caller) => createTask(database, input, caller))
  bind(routes.readWritingTask, ({ id }, caller) => readTaskView(database, id, caller))
  bind(routes.changeWritingTask, ({ id, ...change }, caller) => changeTask(database, id, change, caller))
  bind(routes.deleteWritingTask, ({ id }, caller) => removeTask(database, id, caller))
  bind(routes.createWritingLinks, (choice, caller) => createLinks(parts, choice, caller))
  bind(routes.revokeWritingLink, (choice, caller) => revokeLink(parts, choice, caller))
}
