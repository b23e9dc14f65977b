import { wordStarts } from '../editing-history.ts'
import type { Box, Painted } from './paint.ts'

/** A picture of less than this share of the page is an icon or a bullet. */
const leastShare = 0.01
/** Pictures beyond these are part of a drawing. */
const mostPictures = 50
/** Of a page with more of its words under pictures, the pictures are the page: a scan with its words printed beneath. */
const mostCovered = 0.5

const areaOf = ({ left, bottom, right, top }: Box) => Math.max(0, right - left) * Math.max(0, top - bottom)

/**
 * Words of a page that a picture was painted over afterwards. Pictures are never decoded, so they may be transparent: such words are told, and
 * never left out.
 */
export function coveredWords({ items, pictures }: Painted, paper: Box): number {
  const large = pictures
    .filter((picture) => picture.after > 0 && areaOf(picture) >= areaOf(paper) * leastShare)
    // Not `toSorted`: Node 20 lacks it while it makes the snapshot that children start from.
    .sort((one, other) => areaOf(other) - areaOf(one))
    .slice(0, mostPictures)
  if (large.length === 0) return 0
  let covered = 0
  let all = 0
  items.forEach(({ str, hidden, transform, width }, nth) => {
    if (hidden !== null) return
    const words = wordStarts(str).length
    all += words
    const [, , , , left = 0, bottom = 0] = transform
    const isInside = (picture: Box) =>
      left >= picture.left && left + width <= picture.right && bottom >= picture.bottom && bottom <= picture.top
    if (large.some((picture) => nth < picture.after && isInside(picture))) covered += words
  })
  return covered <= all * mostCovered ? covered : 0
}
