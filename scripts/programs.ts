import { generators } from './generators.ts'

/**
 * `npm run generate -- NAME …`, `npm run lab -- NAME …` and `npm run trial -- NAME …`: one program of
 * several, which gets the rest of the arguments. The lab trains and measures the detector, and compares the
 * product with its specification. A trial uses the real product for minutes or hours, which is too long for
 * `npm test`.
 */
export const programs: Record<string, Record<string, () => Promise<unknown>>> = {
  generate: generators,
  lab: {
    release: () => import('../packages/lab/src/commands/release.ts'),
    train: () => import('../packages/lab/src/commands/train.ts'),
    creative: () => import('../packages/lab/src/commands/creative.ts'),
    retellings: () => import('../packages/lab/src/commands/retellings.ts'),
    tokens: () => import('../packages/lab/src/commands/tokens.ts'),
    evaluate: () => import('../packages/lab/src/commands/evaluate.ts'),
    vendors: () => import('../packages/lab/src/commands/vendors.ts'),
    'left-out': () => import('../packages/lab/src/commands/left-out.ts'),
    edited: () => import('../packages/lab/src/commands/edited.ts'),
    boundaries: () => import('../packages/lab/src/commands/boundaries.ts'),
    kinds: () => import('../packages/lab/src/commands/kinds.ts'),
    tails: () => import('../packages/lab/src/commands/tails.ts'),
    overlap: () => import('../packages/lab/src/commands/overlap.ts'),
    earlier: () => import('../packages/lab/src/commands/earlier.ts'),
    authorship: () => import('../packages/lab/src/commands/authorship.ts'),
    references: () => import('../packages/lab/src/commands/references.ts'),
    facts: () => import('../packages/lab/src/commands/facts.ts'),
    gather: () => import('../packages/lab/src/commands/gather.ts'),
    previous: () => import('../packages/lab/src/commands/previous.ts'),
    verify: () => import('../packages/lab/src/commands/verify.ts'),
    specification: () => import('../tests/spec-coverage/compare.ts'),
  },
  trial: {
    faults: () => import('../tests/reliability/faults/run.ts'),
    load: () => import('../tests/reliability/load/run.ts'),
    scale: () => import('../tests/reliability/scale/run.ts'),
    security: () => import('../tests/reliability/security/run.ts'),
    nodes: () => import('../tests/nodes/run.ts'),
    archive: () => import('../tests/archive/run.ts'),
    stranger: () => import('../tests/stranger/run.ts'),
    image: () => import('../tests/deploy/rehearse.ts'),
    mutations: () => import('../tests/spec-coverage/mutate.ts'),
  },
}

/** The program that the arguments name. Throws with the names that there are. */
export function findProgram(group: string, name: string): () => Promise<unknown> {
  const names = programs[group] ?? {}
  const program = Object.hasOwn(names, name) ? names[name] : undefined
  if (program !== undefined) return program
  const problem = name === '' ? 'Say which one' : `There is no "${name}"`
  throw new Error(`${problem}: npm run ${group} -- ${Object.keys(names).join(' | ')}`)
}
