import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDetector, readModel } from '../../../packages/detector/src/index.ts'
import { launchChromium } from '../browser/launch.ts'

const root = join(import.meta.dirname, '../../..')
const chromium = inject('chromium')
const golden = JSON.parse(readFileSync(join(root, 'packages/detector/golden/texts.json'), 'utf8')) as {
  text: string
}[]
const texts = [
  ...golden.map(({ text }) => text),
  golden.map(({ text }) => text).join('\n\n'),
  // Full of misspellings, which are corrected.
  golden.map(({ text }) => text.replaceAll(/([a-z])([a-z])(?=[a-z]{3})/g, '$2$1')).join('\n\n'),
  'Zero\u200bwidth, а look-alike, and 👩‍🔬. '.repeat(40),
  '',
]

/** ONNX Runtime in WebAssembly alone. */
const runtime = join(root, 'node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs')
const wasmPath = '/ort-wasm-simd-threaded.wasm'

let server: Server
let origin: string
let script: string

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    alias: { 'onnxruntime-node': runtime, 'onnxruntime-web': runtime },
    logLevel: 'error',
    write: false,
  })
  script = bundle.outputFiles[0]?.text ?? ''
  server = createServer((request, response) => {
    const model = /^\/(standard|open)\.penmark$/.exec(request.url ?? '')
    const file = model
      ? join('models', `${model[1]}.penmark`)
      : request.url === wasmPath
        ? join('node_modules/onnxruntime-web/dist', wasmPath)
        : null
    response.setHeader(
      'content-type',
      file === null ? 'text/html; charset=utf-8' : model ? 'application/octet-stream' : 'application/wasm',
    )
    response.end(file === null ? `<!doctype html><title>Engine</title>` : readFileSync(join(root, file)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test.skipIf(chromium === null).each(['standard', 'open'])(
  'the detector gives exactly the same result in a browser as in Node with the %s model',
  async (name) => {
    const browser = await launchChromium(chromium ?? '')
    try {
      const page = await browser.newPage()
      await page.goto(origin)
      await page.addScriptTag({ content: script })
      const inBrowser = await page.evaluate(
        ([address, given]) =>
          (globalThis as unknown as { judge: (address: string, texts: string[]) => Promise<string[]> }).judge(
            address,
            given,
          ),
        [`/${name}.penmark`, texts] as const as [string, string[]],
      )
      const detector = createDetector(readModel(readFileSync(join(root, 'models', `${name}.penmark`))))
      const inNode: string[] = []
      for (const text of texts)
        inNode.push(JSON.stringify([await detector.detect(text), await detector.score(text)]))
      expect(inBrowser).toEqual(inNode)
      // Serialises numbers exactly; NaN would become null.
      expect(inNode.join('')).toMatch(/"score":0\.\d+/)
    } finally {
      await browser.close()
    }
  },
)
