import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { addSamples, removeSamples } from './samples.ts'

interface SamplesParts {
  database: Database
  queue: Queue
  planLimits: boolean
}

export function bindSamples({ bind }: Binder, parts: SamplesParts): void {
  bind(routes.addSamples, ({ language }, caller) => addSamples(parts, language, caller))
  bind(routes.removeSamples, (_input, caller) => removeSamples(parts.database, caller))
}
