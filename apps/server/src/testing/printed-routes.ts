/** Parses the route tree that the router prints, indented by four characters per level. */
export function parsePrintedRoutes(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^((?:[│ ] {3})*)[├└]── (\S+)( \(|$)/.exec(line)
    if (!found) return []
    const [, before = '', part = '', ends] = found
    parts.length = before.length / 4
    parts.push(part)
    const path = parts.join('').replace(/^\/(?=\/)/, '')
    return ends === ' (' ? [path.startsWith('/') ? path : `/${path}`] : []
  })
}
