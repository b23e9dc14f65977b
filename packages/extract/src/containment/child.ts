import { readFile, stat } from 'node:fs/promises'
import { startupSnapshot } from 'node:v8'
import { ExtractionError, extractionLimits, ScannedPagesError } from '../extraction/extraction.ts'
import { extractBytes } from '../files/extract-bytes.ts'
import { loadEngine } from '../recognition/engine.ts'
import { optimiseLater } from './flags.ts'
import { type PageProgress, type ReadRequest, type ReadResult, ready } from './messages.ts'

/**
 * The program of the isolated child. It runs from this source under tsx, or bundled:
 * `esbuild packages/extract/src/containment/child.ts
 * --bundle --platform=node --format=cjs
 * --outfile=…/extract-program.cjs`, whose path is then `childEntry` of `createExtractor`. Node can also make
 * a snapshot from the bundle (`--build-snapshot`), given the path of a file to read first. It exports
 * nothing, because there is no `module` while a snapshot is built.
 */
if (startupSnapshot.isBuildingSnapshot()) void prepareSnapshot(process.argv.at(-1) ?? '')
else serve()

/** Takes one request over IPC, sends one result, and exits. */
function serve(): void {
  process.once('message', (request: ReadRequest) => void respond(request))
  process.once('disconnect', () => process.exit(0))
  // The PDF reader leaves promises for broken objects rejected. Errors that matter also reject the promise
  // that we await.
  process.on('unhandledRejection', () => undefined)
  process.send?.(ready)
}

async function respond(request: ReadRequest): Promise<void> {
  process.send?.(await read(request), () => process.exit(0))
}

async function read({ path, characterMaps, engine }: ReadRequest): Promise<ReadResult> {
  try {
    if ((await stat(path)).size > extractionLimits.fileBytes) throw new ExtractionError('content_too_large')
    const onPage = (page: number, pages: number) => process.send?.({ page, pages } satisfies PageProgress)
    const recognition = engine && { loadEngine: () => loadEngine(engine), onPage }
    return {
      extraction: await extractBytes(await readFile(path), extractionLimits, recognition, characterMaps),
    }
  } catch (error) {
    if (error instanceof ScannedPagesError) return { scannedPages: true }
    if (error instanceof ExtractionError) return { failure: error.code, params: error.params }
    return { unexpected: nameOf(error) }
  }
}

/** The kind of an error without its message, which may quote the file. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

/** A property that a library added to an object of the language, because the engine did not have it. */
interface Polyfill {
  object: object
  key: PropertyKey
  descriptor: PropertyDescriptor
}

/**
 * Reads a first file of ours, so that the snapshot contains everything needed for reading, loaded and
 * compiled. Every child starts from the same state, and nothing passes from one child to the next.
 */
async function prepareSnapshot(sample: string): Promise<void> {
  // Node 20 cannot take a snapshot after using its own decompression. The PDF reader can unpack without it.
  const unpacks = Object.getOwnPropertyDescriptor(globalThis, 'DecompressionStream')
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
  // V8 12 (Node 22) aborts when it writes an error's stack into a snapshot, and the PDF reader keeps some
  // errors. Without the limit they have no stack.
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
  const builtIns = [
    Array,
    ArrayBuffer,
    Error,
    Map,
    Math,
    Object,
    Promise,
    RegExp,
    Set,
    String,
    Symbol,
    Uint8Array,
    WeakMap,
  ]
  const objects: object[] = builtIns.flatMap((builtIn) =>
    builtIn instanceof Function ? [builtIn, builtIn.prototype] : [builtIn],
  )
  return new Map(objects.map((object) => [object, new Set(Reflect.ownKeys(object))]))
}

/**
 * While V8 builds a snapshot, its newest functions do not exist yet, so the PDF reader adds its own. V8 adds
 * them when a process starts from the snapshot, and aborts if one is there already.
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
  for (const { object, key, descriptor } of polyfills)
    if (!Object.hasOwn(object, key)) Object.defineProperty(object, key, descriptor)
}
