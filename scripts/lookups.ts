import path from 'node:path'
import ts from 'typescript'
import { workspaces } from './checks/run.ts'
import { findLookups } from './lookups/find.ts'

/** Part of `npm run check`: shipped code must not look up names from outside on a plain object. */
const shipped = (await workspaces()).filter((folder) => folder !== 'packages/lab')
const isShipped = (file: string) =>
  shipped.some((folder) => file.startsWith(path.resolve(folder, 'src'))) &&
  !/\.(test|suite)\.tsx?$|\/(test|testing)\/|\/test-/.test(file)

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
const findings = shipped.flatMap((folder) => {
  const config = ts.getParsedCommandLineOfConfigFile(path.join(folder, 'tsconfig.json'), {}, host)
  if (!config) throw new Error(`${folder} has no tsconfig.json that can be read.`)
  return findLookups(ts.createProgram(config.fileNames, config.options), isShipped)
})
const lines = new Set(findings.map(({ file, line, text }) => `${file}:${line} ${text}`))
if (lines.size > 0) {
  console.log([...lines].join('\n'))
  console.log(
    'Use a Map, or ask Object.hasOwn first: "toString" is a name that every plain object answers to.',
  )
  process.exitCode = 1
}
