import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listedFiles, takeFiles } from './files.ts'
import { mostOfRepository } from './measure.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penmark-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('files are taken as they were at their commit, and what the clones lack is named', () => {
  const clone = join(folder, 'clones', 'someone', 'courses')
  mkdirSync(join(clone, 'Lab 1'), { recursive: true })
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', clone, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      encoding: 'utf8',
    }).trim()
  const commit = (content: string) => {
    writeFileSync(join(clone, 'Lab 1', 'Bericht ü.docx'), content)
    git('add', '-A')
    git('commit', '-q', '-m', 'report')
    return git('rev-parse', 'HEAD')
  }
  git('init', '-q')
  const early = commit('first')
  commit('second')
  const missing = takeFiles(
    [
      { repository: 'someone/courses', commit: early, files: ['Lab 1/Bericht ü.docx', 'Lab 2.docx'] },
      { repository: 'someone/gone', commit: early, files: ['essay.pdf'] },
    ],
    join(folder, 'clones'),
    join(folder, 'files'),
  )
  expect(readFileSync(join(folder, 'files', 'someone+courses', 'Lab 1', 'Bericht ü.docx'), 'utf8')).toBe(
    'first',
  )
  expect(missing).toEqual(['someone/courses: Lab 2.docx', 'someone/gone'])
})

test('the list has at most as many files of a type and repository as are counted, each once', () => {
  const list = listedFiles()
  expect(new Set(list.map(({ repository }) => repository)).size).toBe(list.length)
  for (const { files } of list) {
    expect(new Set(files).size).toBe(files.length)
    for (const type of ['.pdf', '.docx', '.doc'])
      expect(files.filter((path) => path.toLowerCase().endsWith(type)).length).toBeLessThanOrEqual(
        mostOfRepository.files,
      )
  }
})
