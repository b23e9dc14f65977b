/** Dispatched on the window by a call that finds no server. */
export const connectionLost = 'penmark-connection-lost'

export function loseConnection(): void {
  window.dispatchEvent(new Event(connectionLost))
}

/** Whether a server answers now. */
export const hasServer = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
