import { type Moment, runsOf } from '@penmark/writing'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './record.module.css'

type TextNode = Moment['document']

interface ReplayTextProps {
  moment: Moment
}

/** The text at a moment; what was pasted or moved is marked by colour and by its underline. */
export function ReplayText({ moment: { document, kinds, cursor } }: ReplayTextProps) {
  const { t } = useTranslation('writing-record')
  const box = useRef<HTMLDivElement>(null)
  // Only the box scrolls, so that the controls stay where they are.
  useEffect(() => {
    const current = box.current?.querySelector<HTMLElement>('[data-current]')
    if (!box.current || !current || cursor === null) return
    const { top, bottom } = current.getBoundingClientRect()
    const frame = box.current.getBoundingClientRect()
    if (top < frame.top) box.current.scrollTop -= frame.top - top + 16
    else if (bottom > frame.bottom) box.current.scrollTop += bottom - frame.bottom + 16
  }, [cursor])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={box} className={classes.text} aria-label={t('replay.text')} translate="no" tabIndex={0}>
      <Blocks parent={document} start={0} kinds={kinds} cursor={cursor} />
    </section>
  )
}

interface NodeProps {
  node: TextNode
  /** The position before the node. */
  at: number
  kinds: Uint8Array
  cursor: number | null
}

function Blocks({ parent, start, kinds, cursor }: { parent: TextNode; start: number } & Pick<NodeProps, 'kinds' | 'cursor'>) {
  const blocks: ReactNode[] = []
  parent.forEach((node, offset, nth) => {
    const at = start + offset
    const isCurrent = cursor !== null && cursor > at && cursor < at + node.nodeSize
    blocks.push(<Block key={nth} node={node} at={at} kinds={kinds} cursor={isCurrent ? cursor : null} />)
  })
  return blocks
}

/** A node that did not change is the same object, and so is how its characters came. */
const Block = memo(BlockOf, (before, after) => before.node === after.node && before.cursor === after.cursor)

function BlockOf({ node, at, kinds, cursor }: NodeProps) {
  if (node.isTextblock) {
    const isHeading = node.type.name === 'heading'
    return (
      <p className={isHeading ? classes.headingLine : undefined} data-current={cursor === null ? undefined : true}>
        {node.childCount === 0 ? '\u200b' : <Inlines parent={node} start={at + 1} kinds={kinds} />}
      </p>
    )
  }
  const inside = <Blocks parent={node} start={at + 1} kinds={kinds} cursor={cursor} />
  if (node.type.name === 'bullet_list') return <ul>{inside}</ul>
  if (node.type.name === 'ordered_list') return <ol>{inside}</ol>
  if (node.type.name === 'list_item') return <li>{inside}</li>
  return <blockquote>{inside}</blockquote>
}

function Inlines({ parent, start, kinds }: { parent: TextNode; start: number; kinds: Uint8Array }) {
  const pieces: ReactNode[] = []
  parent.forEach((node, offset, nth) => {
    const at = start + offset
    if (node.isText) pieces.push(<Text key={nth} node={node} at={at} kinds={kinds} />)
    else if (node.type.name === 'hard_break') pieces.push(<br key={nth} />)
    else
      pieces.push(
        <span key={nth} className={classes.note}>
          [<Inlines parent={node} start={at + 1} kinds={kinds} />]
        </span>,
      )
  })
  return pieces
}

function Text({ node, at, kinds }: { node: TextNode; at: number; kinds: Uint8Array }) {
  const runs: ReactNode = runsOf(node.text ?? '', at, kinds).map(({ from, text, kind }) =>
    kind === 'typed' ? (
      text
    ) : (
      <mark key={from} className={classes.run} data-kind={kind}>
        {text}
      </mark>
    ),
  )
  const names = node.marks.map(({ type }) => type.name)
  const slanted = names.includes('em') ? <em>{runs}</em> : runs
  return names.includes('strong') ? <strong>{slanted}</strong> : slanted
}
