import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { type Moment, type Replay as ReplayData, runsOf, type Timeline } from '@penmark/writing'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { LengthPlot, TimelineTable } from './length-plot.tsx'
import classes from './record.module.css'
import { useRecordFigures, useSourceLabels } from './record-figures.ts'

interface ReplayProps {
  replay: ReplayData
  timeline: Timeline
}

/** The plot of a record, and the text as it was at any moment of it. */
export function Replay({ replay, timeline }: ReplayProps) {
  const { t } = useTranslation('writing-record')
  const figures = useRecordFigures()
  const { seesKeys, unmarked, insertedMeaning } = useSourceLabels()
  const [search] = useSearchParams()
  const entry = search.get('entry')
  const player = usePlayer(replay, entry !== null && /^\d{1,9}$/.test(entry) ? Number(entry) + 1 : null)
  const { position, seek, isPlaying, toggle } = player
  const moment = useMemo(() => replay.at(position), [replay, position])
  const { times, lengths } = replay.history
  const at = times[Math.max(0, position - 1)] ?? null
  const length = position === 0 ? 0 : (lengths[position - 1] ?? 0)
  const momentText =
    at === null ? '' : t('replay.moment', { time: figures.time(at), characters: figures.characters(length) })
  const jumps = {
    paste: timeline.pastes.map(({ entry }) => entry + 1),
    insertion: timeline.insertions.map(({ entry }) => entry + 1),
    deletion: timeline.deletions.map(({ entry }) => entry + 1),
    session: timeline.sessions.map(({ firstEntry }) => firstEntry + 1),
  }
  const toggleBySpace = (event: KeyboardEvent) => {
    const isField =
      event.target instanceof HTMLElement &&
      event.target.matches('button, select, summary, input[type="checkbox"]')
    if (event.key !== ' ' || isField || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    toggle()
  }
  return (
    <>
      <LengthPlot timeline={timeline} at={at} />
      <TimelineTable timeline={timeline} onJump={seek} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the play button does the same */}
      <div className={classes.player} onKeyDown={toggleBySpace}>
        <div className={classes.controls}>
          <Button onClick={toggle} className={classes.play}>
            {t(isPlaying ? 'replay.pause' : 'replay.play')}
          </Button>
          <NativeSelect
            aria-label={t('replay.speed')}
            value={player.speed}
            onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
            data={speeds.map((speed) => ({ value: String(speed), label: `×${speed}` }))}
          />
          <Checkbox
            label={t('replay.skipPauses')}
            checked={player.skipsPauses}
            onChange={(event) => player.setSkipsPauses(event.currentTarget.checked)}
          />
        </div>
        <input
          type="range"
          className={classes.slider}
          min={0}
          max={replay.length}
          value={position}
          onChange={(event) => seek(event.currentTarget.valueAsNumber)}
          aria-label={t('replay.position')}
          aria-valuetext={momentText}
        />
        <p className={classes.moment}>{momentText}</p>
        <div className={classes.controls}>
          {(['paste', 'insertion', 'deletion', 'session'] as const).map((kind) => {
            const next = jumps[kind].find((target) => target > position) ?? jumps[kind][0]
            return (
              next !== undefined && (
                <Button key={kind} variant="default" size="sm" onClick={() => seek(next)}>
                  {t(`replay.next.${kind}`)}
                </Button>
              )
            )
          })}
        </div>
        <ReplayText moment={moment} />
        <ul className={classes.legend}>
          <li>{unmarked}</li>
          {(['pasted', 'inserted', 'moved'] as const)
            .filter((kind) => kind !== 'pasted' || seesKeys)
            .map((kind) => (
              <li key={kind}>
                <mark className={classes.run} data-kind={kind}>
                  {t(`replay.${kind}`)}
                </mark>
                {kind === 'inserted' ? insertedMeaning : t(`replay.${kind}.meaning`)}
              </li>
            ))}
        </ul>
        <p className={classes.soft}>{t('replay.keys')}</p>
      </div>
    </>
  )
}

const speeds = [1, 2, 4, 8, 16, 32, 64] as const

/** A longer time between two entries is a pause. */
const pauseMs = 2_000
/** A page in the background gets no frames; the missed time is skipped. */
const maxFrameMs = 250

/**
 * Plays a record: how many of its entries are shown, and the controls. It starts with the finished text, or
 * at the entry `start`.
 */
function usePlayer({ history: { times }, length }: ReplayData, start: number | null) {
  const first = start === null ? length : Math.min(length, Math.max(0, start))
  const [position, setPosition] = useState(first)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(8)
  const [skipsPauses, setSkipsPauses] = useState(true)
  const clock = useRef({ position: first, time: times[Math.max(0, first - 1)] ?? 0 })

  const seek = useCallback(
    (target: number) => {
      const to = Math.min(length, Math.max(0, target))
      clock.current = { position: to, time: times[Math.max(0, to - 1)] ?? 0 }
      setPosition(to)
    },
    [length, times],
  )
  const toggle = useCallback(() => {
    if (!isPlaying && clock.current.position >= length) seek(0)
    setPlaying(!isPlaying)
  }, [isPlaying, length, seek])

  useEffect(() => {
    if (!isPlaying) return
    let before = performance.now()
    let frame = 0
    const advance = (now: number) => {
      let { position: to, time } = clock.current
      time += Math.min(maxFrameMs, now - before) * speed
      before = now
      while (to < length && times[to]! <= time) to++
      if (skipsPauses && to < length && times[to]! - time > pauseMs) time = times[to]!
      clock.current = { position: to, time }
      setPosition(to)
      if (to >= length) setPlaying(false)
      else frame = requestAnimationFrame(advance)
    }
    frame = requestAnimationFrame(advance)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, skipsPauses, length, times])

  return { position, seek, isPlaying, toggle, speed, setSpeed, skipsPauses, setSkipsPauses }
}

type TextNode = Moment['document']

interface ReplayTextProps {
  moment: Moment
}

/** The text at a moment; what was pasted or moved is marked by colour and by its underline. */
function ReplayText({ moment: { document, kinds, cursor } }: ReplayTextProps) {
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

function Blocks({
  parent,
  start,
  kinds,
  cursor,
}: { parent: TextNode; start: number } & Pick<NodeProps, 'kinds' | 'cursor'>) {
  const blocks: ReactNode[] = []
  parent.forEach((node, offset, nth) => {
    const at = start + offset
    const isCurrent = cursor !== null && cursor > at && cursor < at + node.nodeSize
    blocks.push(<Block key={nth} node={node} at={at} kinds={kinds} cursor={isCurrent ? cursor : null} />)
  })
  return blocks
}

/** A node that did not change is the same object, and its characters came in the same way. */
const Block = memo(BlockOf, (before, after) => before.node === after.node && before.cursor === after.cursor)

function BlockOf({ node, at, kinds, cursor }: NodeProps) {
  if (node.isTextblock) {
    const isHeading = node.type.name === 'heading'
    return (
      <p
        className={isHeading ? classes.headingLine : undefined}
        data-current={cursor === null ? undefined : true}
      >
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
  const emphasised = names.includes('em') ? <em>{runs}</em> : runs
  return names.includes('strong') ? <strong>{emphasised}</strong> : emphasised
}
