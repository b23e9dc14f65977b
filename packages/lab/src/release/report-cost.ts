import { writeSync } from 'node:fs'
import { type CommandCost, costDescriptor } from './run-step.ts'

/** Loaded before a command that a release runs; reports its cost at the end. */
process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cost: CommandCost = {
    wall_seconds: Math.round(performance.now() / 1_000),
    processor_seconds: Math.round((userCPUTime + systemCPUTime) / 1e6),
    // The kernel counts in kibibytes.
    peak_megabytes: Math.round((maxRSS * 1_024) / 1e6),
  }
  writeSync(costDescriptor, JSON.stringify(cost))
})
