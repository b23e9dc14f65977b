import { routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { addSamples, removeSamples } from './samples.ts'

interface SamplesDependencies {
  database: Database
  queue: Queue
  planLimits: boolean
}

export function bindSamples({ bind }: Binder, dependencies: SamplesDependencies): void {
  bind(routes.addSamples, ({ language }, caller) => addSamples(dependencies, language, caller))
  bind(routes.removeSamples, (_input, caller) => removeSamples(dependencies.database, caller))
}
