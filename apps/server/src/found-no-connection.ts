/** Whether a call failed before it reached the database, because none of the connections came free in time. */
export function foundNoConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The pool's error has no code of its own; drizzle wraps it as the cause of its own error.
  return error.message === 'timeout exceeded when trying to connect' || foundNoConnection(error.cause)
}
