import path from 'node:path'
import { createVitest, type Vitest } from 'vitest/node'
import type { Proof } from './areas.ts'

/** A pattern for the names that a test gets from its table. */
function namePattern(name: string): RegExp {
  const pattern = name
    .replaceAll(' > ', ' ')
    .replaceAll(/[.*+?^()|[\]\\/]|\{(?!\w+\})/g, String.raw`\$&`)
    .replaceAll(/\$\{[^}]*\}|\$\w+|%[a-z#]/g, '.*')
  return new RegExp(pattern)
}

/** Runs proofs in a copy of the repository, with one Vitest for each workspace, which keeps what it has compiled. */
export class ProofRunner {
  readonly #folder: string
  readonly #sessions = new Map<string, Vitest>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async #session(workspace: string): Promise<Vitest> {
    const open = this.#sessions.get(workspace)
    if (open !== undefined) return open
    const session = await createVitest('test', {
      root: path.join(this.#folder, workspace),
      watch: false,
      reporters: [{}],
      maxWorkers: 1,
      isolate: true,
      testTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
    })
    this.#sessions.set(workspace, session)
    return session
  }

  /** Whether the proof passes while a file is changed. */
  async passes({ file, test }: Proof, changed: string): Promise<boolean> {
    const session = await this.#session(file.split('/').slice(0, 2).join('/'))
    session.invalidateFile(changed)
    session.setGlobalTestNamePattern(namePattern(test))
    const specifications = await session.globTestSpecifications([path.join(this.#folder, file)])
    await session.runTestSpecifications(specifications)
    session.invalidateFile(changed)
    const modules = specifications.flatMap(({ testModule }) => testModule ?? [])
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    return tests.some((each) => each.result().state === 'passed') && modules.every((module) => module.ok())
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()))
  }
}
