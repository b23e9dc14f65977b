/** Parses the route tree that the router prints, indented by four characters per level. */
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
