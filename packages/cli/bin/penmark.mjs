#!/usr/bin/env node
import { register } from 'tsx/esm/api'

register()

// The reader of the output may stop early, as `head` does.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const { main } = await import('../src/main.ts')
process.exitCode = await main(process.argv.slice(2))
