import { vi } from 'vitest'

/** Waits until `check` no longer throws, under fake timers too, for as long as a busy machine may need. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 30_000 })
}
