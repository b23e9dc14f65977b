import type { MarkedParagraph } from '@penmark/wording'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { paragraphId, passageId } from './paragraph.tsx'
import classes from './text-map.module.css'

interface TextMapProps {
  paragraphs: readonly MarkedParagraph[]
  /** Number of the open passage, or null. */
  open: number | null
  /** The element that holds the text, to show which part of it is on the screen. */
  textId: string
  onPassage: (passage: number) => void
  onParagraph: (paragraph: number) => void
}

/**
 * A miniature of the text with its passages; a click scrolls there. Only for the pointer: keyboards and
 * screen readers reach the passages by buttons, keys and the table.
 */
export function TextMap({ paragraphs, open, textId, onPassage, onParagraph }: TextMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const updateFrame = () => {
      const text = document.getElementById(textId)?.getBoundingClientRect()
      if (!frame.current || !text || text.height === 0) return
      const share = (y: number) => Math.min(1, Math.max(0, (y - text.top) / text.height))
      const [from, to] = [share(0), share(window.innerHeight)]
      frame.current.style.top = `${100 * from}%`
      frame.current.style.height = `${100 * (to - from)}%`
    }
    updateFrame()
    window.addEventListener('scroll', updateFrame, { passive: true })
    window.addEventListener('resize', updateFrame)
    return () => {
      window.removeEventListener('scroll', updateFrame)
      window.removeEventListener('resize', updateFrame)
    }
  }, [textId])
  return (
    <div className={classes.map} aria-hidden="true" data-dense={paragraphs.length > 40 || undefined}>
      <div ref={frame} className={classes.frame} />
      {paragraphs.map((paragraph) => (
        <MapParagraph
          key={paragraph.number}
          paragraph={paragraph}
          open={paragraph.passages.some(({ number }) => number === open) ? open : null}
          onPassage={onPassage}
          onParagraph={onParagraph}
        />
      ))}
    </div>
  )
}

interface MapParagraphProps extends Pick<TextMapProps, 'open' | 'onPassage' | 'onParagraph'> {
  paragraph: MarkedParagraph
}

const MapParagraph = memo(function MapParagraph({
  paragraph,
  open,
  onPassage,
  onParagraph,
}: MapParagraphProps) {
  const { number, characters, stretches } = paragraph
  const jump = (event: MouseEvent, to: () => void) => {
    event.preventDefault()
    to()
  }
  return (
    <div className={classes.paragraph} style={{ flexGrow: Math.max(1, characters) }}>
      {stretches.map(({ text, passage }, index) =>
        passage ? (
          <a
            key={passage.number}
            className={classes.stretch}
            data-strength={passage.strength}
            data-open={passage.number === open || undefined}
            href={`#${passageId(passage.number)}`}
            tabIndex={-1}
            style={{ flexGrow: text.length }}
            onClick={(event) => jump(event, () => onPassage(passage.number))}
          >
            <span className={classes.name}>{passage.number}</span>
          </a>
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: a frozen report never reorders its text
            key={`plain-${index}`}
            className={classes.stretch}
            href={`#${paragraphId(number)}`}
            tabIndex={-1}
            style={{ flexGrow: text.length }}
            onClick={(event) => jump(event, () => onParagraph(number))}
          >
            <span className={classes.name}>{number}</span>
          </a>
        ),
      )}
    </div>
  )
})
