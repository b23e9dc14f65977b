/** The pack cannot be checked at all. The message says why, in a sentence. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/** Bounds on what a stranger's pack may make this computer do. Real packs stay far below them. */
export const packLimits = {
  files: 2_000,
  manifestBytes: 4 * 1_024 * 1_024,
  timelineBytes: 64 * 1_024 * 1_024,
  totalBytes: 4 * 1_024 * 1_024 * 1_024,
} as const
