#!/usr/bin/env node
import { register } from 'tsx/esm/api'

register()

// Whoever reads the output may have seen enough, as `head` has.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const { main } = await import('../src/main.ts')
process.exitCode = await main(process.argv.slice(2))
