import { createDetector, readModel, recordOf } from '../../../packages/detector/src/index.ts'

/** Scores texts with the model at a URL, without a server. Entry point of the bundle that the test loads in a browser. */
async function judge(address: string, texts: string[]): Promise<string[]> {
  const detector = createDetector(readModel(new Uint8Array(await (await fetch(address)).arrayBuffer())))
  return texts.map((text) => JSON.stringify([detector.detect(text), recordOf(detector.detect(text), 'all'), detector.score(text)]))
}

Object.assign(globalThis, { judge })
