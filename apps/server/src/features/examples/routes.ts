import { routes } from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import { createReadExample, type ExamplesParts } from './read-example.ts'

export function bindExamples({ bindPublic }: Binder, parts: ExamplesParts): void {
  const readExample = createReadExample(parts)
  bindPublic(routes.readExample, ({ example }) => readExample(example))
}
