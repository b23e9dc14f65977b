import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { createReadExample, type ExamplesDependencies } from './read-example.ts'

export function bindExamples({ bindPublic }: Binder, dependencies: ExamplesDependencies): void {
  const readExample = createReadExample(dependencies)
  bindPublic(routes.readExample, ({ example }) => readExample(example))
}
