import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundleChild } from '../../packages/extract/src/testing/bundle-child.ts'
import { root } from '../checks/run.ts'
import { unbundled } from './kept-packages.mjs'

/**
 * Bundles `penmark check`, `score` and `verify`. The folder lies as deep as their source, whose relative
 * paths to the models and the manifest then fit.
 */
export async function bundleCommandLine(folder: string): Promise<void> {
  const source = join(root, 'packages/cli/src')
  await build({
    entryPoints: { penmark: join(source, 'main.ts'), thread: join(source, 'score/thread.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    external: unbundled,
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
  })
  await bundleChild(folder)
  await cp(join(root, 'packages/extract/character-maps'), join(folder, 'character-maps'), { recursive: true })
}
