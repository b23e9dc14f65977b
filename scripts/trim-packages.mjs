import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { foldersOfVariants, isOtherVariant } from './release/other-variants.mjs'

/**
 * Drawings that `@tabler/icons-react` was made from, builds for browsers and for CommonJS that nothing loads,
 * and compiled code of `recheck`, of which the variant in JavaScript is used.
 */
export const unopened = [
  '@tabler/icons/categories',
  '@tabler/icons/icons',
  '@tabler/icons-react/dist/cjs',
  'dejavu-fonts-ttf/status.txt',
  'pdfkit/.yarn',
  'pdfkit/js/pdfkit.standalone.js',
  'pdfmake/build',
  'stripe/cjs',
  'recheck-jar/recheck.jar',
  'recheck-linux-x64/recheck',
  'recheck-macos-arm64/recheck',
  'recheck-macos-x64/recheck',
  'recheck-windows-x64/recheck.exe',
]

async function removeOtherVariants(folder, platform) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
  const removed = files.filter((file) => isOtherVariant(file.replaceAll(path.sep, '/'), platform))
  await Promise.all(removed.map((file) => rm(file)))
}

/**
 * Deletes from installed packages what nothing here opens, which is more than a third of their size. npm can
 * neither leave single files out, nor run our script after an installation without also running those of
 * packages. Where the packages cannot be changed, everything stays.
 */
export async function trimPackages(modules, platform = { os: process.platform, cpu: process.arch }) {
  await Promise.allSettled([
    ...foldersOfVariants.map((folder) => removeOtherVariants(path.join(modules, folder), platform)),
    ...unopened.map((place) => rm(path.join(modules, place), { recursive: true, force: true })),
  ])
}
