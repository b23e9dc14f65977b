#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endWithShell } from './npm-shell.mjs'
import { prepareReader } from './reader-cache.mjs'

/**
 * Starts Penmark from the archive of a release, in which everything is built: `node penmark`, or
 * `npx ./penmark-VERSION.tgz`. From the repository it is `npm start`.
 */
const scripts = path.dirname(fileURLToPath(import.meta.url))
const program = path.dirname(scripts)
const serverFolder = path.join(program, 'apps/server/dist')
const commandLine = path.join(program, 'packages/cli/dist/penmark.mjs')
const manifest = JSON.parse(await readFile(path.join(program, 'package.json'), 'utf8'))

const help = `Penmark ${manifest.version}

The product
  penmark                                 starts it; stop it with Ctrl-C. Its data is in ./data (DATA_DIR)
  penmark backup [--to FOLDER]            copies everything, whether it is running or not
  penmark restore BACKUP                  restores a backup: its folder, or its .tar file
  penmark api, penmark worker             start its two parts separately, with DATABASE_URL
  Settings are environment variables: docs/settings.md beside this program.

`

/** Why this archive cannot run here, or null. */
function obstacle() {
  const { node, platform } = { node: process.versions.node, platform: `${process.platform} ${process.arch}` }
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    return `Node ${node} is too old: Penmark needs Node 20.19 or newer.`
  if (platform !== `${manifest.os} ${manifest.cpu}`)
    return `This archive is for ${manifest.os} ${manifest.cpu}, and this is ${platform}. Take the archive of the source, which runs here after npm install.`
  return null
}

/**
 * Prepares the file reader once for each version of Node. Where the program's folder cannot be written, files
 * just take longer to read.
 */
async function prepare() {
  const stamp = path.join(serverFolder, '.prepared-for')
  const engine = `${process.version} ${process.arch}`
  if ((await readFile(stamp, 'utf8').catch(() => null)) === engine) return
  await prepareReader(serverFolder, path.join(scripts, 'sample.pdf')).then(
    () => writeFile(stamp, engine),
    () => undefined,
  )
}

const problem = obstacle()
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}
const [first = 'start'] = process.argv.slice(2)
const command = first === '--adopt' ? 'start' : first
process.env.NODE_ENV ??= 'production'
// Whoever replaces this folder by a newer version must not remove the data with it.
if (!path.relative(path.dirname(program), process.cwd()).startsWith('..'))
  process.env.DATA_DIR ??= path.join(program, '../../data')
if (command === '--help') process.stdout.write(help)
if (['check', 'score', 'verify', '--help', '--version'].includes(command))
  await import(pathToFileURL(commandLine).href)
else {
  endWithShell(['npx'])
  if (['start', 'api', 'worker', 'prepare'].includes(command)) await prepare()
  if (first === 'start') process.argv.splice(2, 1)
  if (command !== 'prepare') await import(pathToFileURL(path.join(serverFolder, 'start.js')).href)
}
