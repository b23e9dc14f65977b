import { findProgram } from './programs.ts'

const [group = '', name = ''] = process.argv.slice(2)
let start: () => Promise<unknown>
try {
  start = findProgram(group, name)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
// The program reads its own options from here.
process.argv.splice(2, 2)
await start()
