import { brand } from '@penmark/contract'

const { size: side, corner, stroke, ground, pen, line } = brand.mark

/** The product's mark, beside its name. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox={`0 0 ${side} ${side}`} aria-hidden="true">
      <rect width={side} height={side} rx={corner} fill={ground} />
      <path
        d={pen.path}
        fill="none"
        stroke={pen.colour}
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d={line.path} stroke={line.colour} strokeWidth={stroke} strokeLinecap="round" />
    </svg>
  )
}
