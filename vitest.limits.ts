/**
 * Guards against a test that hangs, not measures: a test on a busy machine may take many times as long as on a quiet one. Vitest's own limits
 * (a second for a poll, ten for a hook) are for quiet machines.
 */
export const limits = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
}
