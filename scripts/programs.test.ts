import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root, workspaces } from './checks/run.ts'
import { findProgram, programs } from './programs.ts'

const scriptsOf = async (folder: string): Promise<string[]> => {
  const { scripts = {} } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
    scripts?: object
  }
  return Object.keys(scripts)
}
const commands = await scriptsOf('.')
const ofWorkspaces = (await Promise.all((await workspaces()).map(scriptsOf))).flat()
/** Commands that take the name of a program, and those names. */
const names: Record<string, string[]> = Object.fromEntries(
  Object.entries(programs).map(([group, ofGroup]) => [group, Object.keys(ofGroup)]),
)

async function committedTexts(): Promise<[file: string, text: string][]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '*.md', '*.ts', '*.tsx', '*.mjs', '*.json', '*.sh', '*.yaml', '.ci/*'],
    {
      cwd: root,
      maxBuffer: 1 << 26,
    },
  )
  // What an old version said stays.
  const files = stdout.split('\0').filter((file) => file !== '' && file !== 'CHANGELOG.md')
  const read = (file: string) => readFile(join(root, file), 'utf8').catch(() => '')
  return Promise.all(files.map(async (file): Promise<[string, string]> => [file, await read(file)]))
}

test('the list of commands is short enough to read', () => {
  expect(commands.length).toBeLessThanOrEqual(18)
})

test('every command that a page, a comment or a message names exists', async () => {
  const unknown: string[] = []
  for (const [file, text] of await committedTexts())
    for (const [whole, command = '', name] of text.matchAll(
      /npm run ([a-z][\w:-]*)(?: -- ([a-z][\w-]*))?/g,
    )) {
      const ofCommand = names[command]
      const exists =
        [...commands, ...ofWorkspaces].includes(command) &&
        (name === undefined || ofCommand === undefined || ofCommand.includes(name))
      if (!exists) unknown.push(`${file}: ${whole}`)
    }
  expect(unknown).toEqual([])
})

test('CONTRIBUTING.md explains every generator and trial', async () => {
  const page = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')
  for (const name of [...(names.generate ?? []), ...(names.trial ?? [])])
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'))
})

test('a wrong or missing name is answered with the names that there are', () => {
  expect(() => findProgram('trial', 'fault')).toThrow(
    /^There is no "fault": npm run trial -- faults \| load \|/,
  )
  expect(() => findProgram('lab', '')).toThrow(/^Say which one: npm run lab -- release \| train \|/)
  expect(() => findProgram('lab', 'constructor')).toThrow('There is no "constructor"')
})
