import path from 'node:path'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import type { Proof } from './areas.ts'

/** A pattern for the names that a test gets from its table. */
function namePattern(name: string): RegExp {
  const pattern = name
    .replaceAll(' > ', ' ')
    .replaceAll(/[.*+?^()|[\]\\/]|\{(?!\w+\})/g, String.raw`\$&`)
    .replaceAll(/\$\{[^}]*\}|\$\w+|%[a-z#]/g, '.*')
  return new RegExp(pattern)
}

const workspaceOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** Whether a browser walks through the built product, which takes a minute and a new build for each change. */
export const isJourney = ({ file }: Proof): boolean => workspaceOf(file) === 'tests/e2e'

/** Whether tests ran, and all of them passed. */
function hasPassed(modules: readonly TestModule[]): boolean {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  return tests.some((each) => each.result().state === 'passed') && modules.every((module) => module.ok())
}

/**
 * Runs proofs in a copy of the repository, with one Vitest for each workspace, which keeps what it has compiled.
 * Journeys have a new one each time, because it builds the product when it starts.
 */
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
      ...(workspace === 'tests/e2e' ? {} : { testTimeout: 30_000 }),
      expect: { poll: { timeout: 5_000 } },
    })
    this.#sessions.set(workspace, session)
    return session
  }

  /** Whether the proof passes by itself, as it is run. */
  async passes({ file, test }: Proof): Promise<boolean> {
    const session = await this.#session(workspaceOf(file))
    session.setGlobalTestNamePattern(namePattern(test))
    return hasPassed(await this.#run(session, file))
  }

  /** Whether the proof passes while a file is changed. */
  async passesWith(proof: Proof, changed: string): Promise<boolean> {
    const session = await this.#session(workspaceOf(proof.file))
    session.invalidateFile(changed)
    const passed = await this.passes(proof)
    session.invalidateFile(changed)
    return passed
  }

  async #run(session: Vitest, file: string): Promise<TestModule[]> {
    const specifications = await session.globTestSpecifications([path.join(this.#folder, file)])
    await session.runTestSpecifications(specifications)
    const modules = specifications.flatMap(({ testModule }) => testModule ?? [])
    const workspace = workspaceOf(file)
    if (workspace === 'tests/e2e') {
      this.#sessions.delete(workspace)
      await session.close()
    }
    return modules
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()))
  }
}
