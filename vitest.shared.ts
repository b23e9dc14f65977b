/**
 * What all tests have in common. The limits guard against a test that hangs and are no measures: a test on a
 * busy machine may take many times as long as on a quiet one. Vitest's own (a second for a poll, ten for a
 * hook) are for quiet machines.
 */
export const shared = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
  // Rare collections on the thread that makes the garbage take a tenth of the processor time less. The
  // processors have enough to do without helpers.
  execArgv: ['--single-threaded-gc', '--max-semi-space-size=64'],
}
