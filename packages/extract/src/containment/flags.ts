import { setFlagsFromString } from 'node:v8'

/** Default memory limit for one child process, in MiB. */
export const usualMemoryMb = 512

/**
 * V8 flags for a child process. A larger young generation avoids most garbage collections while reading a
 * typical file.
 */
export function flagsFor(memoryMb: number): string[] {
  return [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=32']
}

/**
 * Most files are read before optimised code pays off, so optimisation starts fifteen times later than usual.
 * V8 12 (Node 22) renamed the flag.
 */
export function optimiseLater(): void {
  const isOlder = Number.parseInt(process.versions.v8, 10) < 12
  setFlagsFromString(isOlder ? '--interrupt-budget=1000000' : '--invocation-count-for-turbofan=45000')
}
