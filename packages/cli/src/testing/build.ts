import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { bundleChild } from '../../../extract/src/testing/bundle-child.ts'
import { removeLeftBehind } from '../../../extract/src/testing/left-behind.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The bundled program, which starts sooner than the one from source. */
    program: string
  }
}

const source = (name: string) => fileURLToPath(new URL(`../${name}.ts`, import.meta.url))

/**
 * Bundles the program and its threads once. The folder is beside `src`, so that relative paths to the models
 * and the manifest still fit.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workspace = fileURLToPath(new URL('../..', import.meta.url))
  removeLeftBehind(workspace, 'build-')
  const folder = join(workspace, `build-${process.pid}`)
  await Promise.all([
    build({
      entryPoints: { program: source('main'), thread: source('score/thread') },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'error',
      plugins: [
        {
          name: 'npm-packages-outside',
          setup: ({ onResolve }) =>
            onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
              kind === 'entry-point' || path.startsWith('@penmark/') ? undefined : { path, external: true },
            ),
        },
      ],
    }),
    bundleChild(folder),
  ])
  project.provide('program', `${folder}/program.mjs`)
  return () => rm(folder, { recursive: true, force: true })
}
