/**
 * The status that our HTTP server gave an error. Errors of other libraries often have a status as well: that
 * of the service they called, which says nothing about the request.
 */
export function requestStatusOf(error: unknown): number {
  const isOfServer =
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  return isOfServer && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
}
