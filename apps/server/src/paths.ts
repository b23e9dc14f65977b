import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whether this runs from source, or bundled with its programs beside it. */
export const isBundled = !import.meta.url.endsWith('.ts')

function findRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!fs.existsSync(path.join(folder, 'models'))) {
    const above = path.dirname(folder)
    if (above === folder) throw new Error('The folder `models` of the release is missing. Restore it.')
    folder = above
  }
  return folder
}

const root = findRoot()

export const releasedModel = path.join(root, 'models', 'standard.penmark')
export const webFolder = path.join(root, 'apps', 'web', 'dist')
/** The bundled extraction child; undefined where the source runs it. */
export const extractChild = isBundled ? path.join(path.dirname(fileURLToPath(import.meta.url)), 'extract-child.js') : undefined
