/** Says to the other tabs that the user is gone because the session expired, not because somebody signed out. */
const key = 'penmark-session-expired'

export function markExpired(): void {
  localStorage.setItem(key, 'true')
}

export const isMarkedExpired = (): boolean => localStorage.getItem(key) !== null

export function removeExpiredMark(): void {
  localStorage.removeItem(key)
}
