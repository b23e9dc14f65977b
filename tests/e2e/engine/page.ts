import { env } from 'onnxruntime-web'
import { createDetector, readModel } from '../../../packages/detector/src/index.ts'

env.wasm.wasmPaths = { wasm: '/ort-wasm-simd-threaded.wasm' }
env.wasm.numThreads = 1

/**
 * Scores texts with the model at a URL, without a server. Entry point of the bundle that the test loads in a
 * browser.
 */
async function judge(address: string, texts: string[]): Promise<string[]> {
  const detector = createDetector(readModel(new Uint8Array(await (await fetch(address)).arrayBuffer())))
  const results: string[] = []
  for (const text of texts)
    results.push(JSON.stringify([await detector.detect(text), await detector.score(text)]))
  return results
}

Object.assign(globalThis, { judge })
