import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './checks/run.ts'
import { foldersOfVariants } from './release/other-variants.mjs'
import { trimPackages, unopened } from './trim-packages.mjs'

test('what only other systems load and what nothing opens is deleted from the installed packages, and a second time changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'penmark-packages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const installed = join(folder, 'node_modules')
  const needed = [
    'onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
    'onnxruntime-node/dist/index.js',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm',
    'onnxruntime-web/package.json',
    'tesseract.js-core/tesseract-core-simd-lstm.wasm',
    'tesseract.js-core/package.json',
    '@tabler/icons/package.json',
    'pdfmake/js/index.js',
    'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
    '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
    '@expo-google-fonts/source-sans-3/LICENSE_FONT',
    '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  ]
  const others = [
    'onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1',
    'onnxruntime-node/bin/napi-v6/win32/x64/onnxruntime.dll',
    'onnxruntime-web/dist/ort-wasm-simd-threaded.jsep.wasm',
    'tesseract.js-core/tesseract-core-simd-lstm.wasm.js',
    '@tabler/icons/icons/outline/leaf.svg',
    'recheck-jar/recheck.jar',
    'pdfmake/build/pdfmake.js',
    'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
    '@expo-google-fonts/source-sans-3/900Black/SourceSans3_900Black.ttf',
    '@tesseract.js-data/eng/4.0.0/eng.traineddata.gz',
  ]
  for (const file of [...needed, ...others]) {
    await mkdir(dirname(join(installed, file)), { recursive: true })
    await writeFile(join(installed, file), '')
  }

  for (const _ of ['first', 'second']) {
    await trimPackages(installed, { os: 'linux', cpu: 'x64' })
    expect([...needed, ...others].filter((file) => existsSync(join(installed, file)))).toEqual(needed)
  }
})

test('packages that are not there do not end a start', async () => {
  await expect(trimPackages(join(tmpdir(), 'penmark-no-packages'))).resolves.toBeUndefined()
})

test('each place from which files are deleted belongs to a package in the lockfile', async () => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>
  }
  const names = [...foldersOfVariants, ...unopened].map(
    (place) => /^(?:@[^/]+\/)?[^/]+/.exec(place)?.[0] ?? '',
  )
  expect(names.filter((name) => !(`node_modules/${name}` in packages))).toEqual([])
})
