/** A promise that a test resolves by hand, to hold a step until another has happened. */
export function createGate(): { passed: Promise<void>; open(): void } {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}
