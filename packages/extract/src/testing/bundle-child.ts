import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Bundles the program of the isolated child, which then starts sooner than from source. Returns its path. */
export async function bundleChild(folder: string): Promise<string> {
  const outfile = join(folder, 'extract-child.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('../containment/child.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
    },
  })
  return outfile
}
