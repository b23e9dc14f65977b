/** Addresses of the tree that the router prints: each level is set in by four signs. */
export function addressesIn(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:[│ ] {3})*)[├└]── (\S+)( \(|$)/.exec(line)
    if (!found) return []
    const [, before = '', part = '', ends] = found
    parts.length = before.length / 4
    parts.push(part)
    const address = parts.join('').replace(/^\/(?=\/)/, '')
    return ends === ' (' ? [address.startsWith('/') ? address : `/${address}`] : []
  })
}
