import { tokenRefresh } from '@penmark/contract'

/** The shortest wait, so that very short-lived tokens do not cause constant refreshing. */
const minimumDelayMs = 1_000

/** How long to wait before the next refresh: 10 s before expiry, at most 24 hours. */
export function refreshDelayMs(expiresInSeconds: number): number {
  const { beforeExpiryMs, capMs } = tokenRefresh
  return Math.min(capMs, Math.max(minimumDelayMs, expiresInSeconds * 1_000 - beforeExpiryMs))
}

/** Retry delays while the provider does not respond: 5 s, doubling up to 5 minutes. */
export function retryDelayMs(failures: number): number {
  return Math.min(5 * 60_000, 5_000 * 2 ** (failures - 1))
}
