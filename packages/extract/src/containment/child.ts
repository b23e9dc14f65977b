import { startupSnapshot } from 'node:v8'
import { serve } from './serve.ts'
import { prepareSnapshot } from './snapshot.ts'

/**
 * The program of the isolated child. It runs from this source under tsx, or bundled: `esbuild packages/extract/src/containment/child.ts
 * --bundle --platform=node --format=cjs --outfile=…/extract-program.cjs`, whose path is then `childEntry` of `createExtractor`. Node can
 * also make a snapshot from the bundle (`--build-snapshot`), given the path of a file to read first.
 */
if (startupSnapshot.isBuildingSnapshot()) void prepareSnapshot(process.argv.at(-1) ?? '')
else serve()
