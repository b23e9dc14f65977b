import { readFile } from 'node:fs/promises'
import { startupSnapshot } from 'node:v8'
import { extractBytes } from '../extract-bytes.ts'
import { optimiseLater } from './flags.ts'
import { serve } from './serve.ts'

/**
 * The program of the isolated child. It runs from this source under tsx, or bundled: `esbuild packages/extract/src/containment/child.ts
 * --bundle --platform=node --format=cjs --outfile=…/extract-program.cjs`, whose path is then `childEntry` of `createExtractor`. Node can
 * also make a snapshot from the bundle (`--build-snapshot`), given the path of a file to read first. It exports nothing, because there is no
 * `module` while a snapshot is built.
 */
if (startupSnapshot.isBuildingSnapshot()) void prepareSnapshot(process.argv.at(-1) ?? '')
else serve()

/** A property that a library added to an object of the language, because the engine did not have it. */
interface Polyfill {
  object: object
  key: PropertyKey
  descriptor: PropertyDescriptor
}

/**
 * Reads a first file of ours, so that the snapshot contains everything needed for reading, loaded and compiled. Every child starts from the
 * same state, and nothing passes from one child to the next.
 */
async function prepareSnapshot(sample: string): Promise<void> {
  // Node 20 cannot take a snapshot after using its own decompression. The PDF reader can unpack without it.
  const unpacks = Object.getOwnPropertyDescriptor(globalThis, 'DecompressionStream')
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
  // V8 12 (Node 22) aborts when it writes an error's stack into a snapshot, and the PDF reader keeps some errors. Without this they get no stack.
  Reflect.deleteProperty(Error, 'stackTraceLimit')
  const keysBefore = languageKeys()
  await extractBytes(await readFile(sample))
  if (unpacks) Object.defineProperty(globalThis, 'DecompressionStream', unpacks)
  const polyfills = removePolyfills(keysBefore)
  startupSnapshot.setDeserializeMainFunction(() => {
    addMissing(polyfills)
    optimiseLater()
    serve()
  })
}

/** The objects of the language with their present keys. */
function languageKeys(): Map<object, Set<PropertyKey>> {
  const builtIns = [Array, ArrayBuffer, Error, Map, Math, Object, Promise, RegExp, Set, String, Symbol, Uint8Array, WeakMap]
  const objects: object[] = builtIns.flatMap((builtIn) => (builtIn instanceof Function ? [builtIn, builtIn.prototype] : [builtIn]))
  return new Map(objects.map((object) => [object, new Set(Reflect.ownKeys(object))]))
}

/**
 * While V8 builds a snapshot its newest functions do not exist yet, so the PDF reader adds its own. A process that starts from the snapshot adds
 * V8's, and V8 aborts when it finds one there already.
 */
function removePolyfills(keysBefore: Map<object, Set<PropertyKey>>): Polyfill[] {
  const polyfills: Polyfill[] = []
  for (const [object, before] of keysBefore)
    for (const key of Reflect.ownKeys(object)) {
      const descriptor = Object.getOwnPropertyDescriptor(object, key)
      if (before.has(key) || descriptor === undefined) continue
      polyfills.push({ object, key, descriptor })
      Reflect.deleteProperty(object, key)
    }
  return polyfills
}

function addMissing(polyfills: Polyfill[]): void {
  for (const { object, key, descriptor } of polyfills) if (!Object.hasOwn(object, key)) Object.defineProperty(object, key, descriptor)
}
