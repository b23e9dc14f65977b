/** Memory for one child, in MiB. */
export const usualMemoryMb = 512

/** Flags of the engine for a child. A larger nursery spares the collector most of its rounds while a file of usual size is read. */
export function flagsFor(memoryMb: number): string[] {
  return [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=32']
}
