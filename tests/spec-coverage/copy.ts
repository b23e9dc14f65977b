import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sources } from './mutation.ts'

/** Links installed packages, and the workspaces to those of the copy. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.name === '@penmark') {
      await mkdir(target)
      for (const name of await readdir(source))
        await symlink(await readlink(path.join(source, name)), path.join(target, name))
    } else if (entry.name !== '.vite') await symlink(source, target)
  }
}

/** What waits for something that a change removed gives up soon. */
async function waitBriefly(folder: string): Promise<void> {
  for (const name of ['setup.ts', 'eventually.ts']) {
    const file = path.join(folder, 'apps/web/src/testing', name)
    await writeFile(file, (await readFile(file, 'utf8')).replace('30_000', '5_000'))
  }
}

/** Copies the files of the repository, with links to its installed packages. Returns the product's sources. */
export async function copyRepository(root: string, folder: string): Promise<Sources> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(path.join(root, file)))
  const sources = new Map<string, string>()
  for (const file of files) {
    const target = path.join(folder, file)
    await mkdir(path.dirname(target), { recursive: true })
    await copyFile(path.join(root, file), target)
    if (/^(apps|packages)\/.+\.(tsx?|json|css)$/.test(file) && !/\.test\.|\/testing\//.test(file))
      sources.set(file, await readFile(target, 'utf8'))
  }
  const workspaces = ['', ...new Set(files.flatMap((file) => /^(?:apps|packages)\/[^/]+\//.exec(file) ?? []))]
  for (const workspace of workspaces) {
    const installed = path.join(root, workspace, 'node_modules')
    if (existsSync(installed)) await linkPackages(installed, path.join(folder, workspace, 'node_modules'))
  }
  await waitBriefly(folder)
  return sources
}
