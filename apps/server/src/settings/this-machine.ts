/** Whether a host name or address is a loopback one, reachable from this machine alone. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
}
