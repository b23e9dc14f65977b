declare module '@tabler/icons-react/dist/esm/icons/*' {
  import type { FunctionComponent, SVGProps } from 'react'

  /** `size` in pixels; `stroke` is the width of the line in units of a 24 grid. */
  const icon: FunctionComponent<Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number }>
  export default icon
}
