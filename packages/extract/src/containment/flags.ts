import { setFlagsFromString } from 'node:v8'

/** Memory for one child, in MiB. */
export const usualMemoryMb = 512

/** Flags of the engine for a child. A larger nursery spares the collector most of its rounds while a file of usual size is read. */
export function flagsFor(memoryMb: number): string[] {
  return [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=32']
}

/** Most files are read before optimised code would pay for itself: it is made fifteen times later than usual, and so still for long ones. */
export function optimiseLater(): void {
  setFlagsFromString('--interrupt-budget=1000000')
}
