import { Button, Checkbox, NativeSelect } from '@mantine/core'
import type { Replay as ReplayData, Timeline } from '@penmark/writing'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { LengthPlot, TimelineTable } from './length-plot.tsx'
import classes from './record.module.css'
import { useInsertionWords, useRecordFigures } from './record-words.ts'
import { ReplayText } from './replay-text.tsx'

interface ReplayProps {
  replay: ReplayData
  timeline: Timeline
}

/** The plot of a record, and the text as it was at any moment of it. */
export function Replay({ replay, timeline }: ReplayProps) {
  const { t } = useTranslation('writing-record')
  const figures = useRecordFigures()
  const insertion = useInsertionWords()
  const [search] = useSearchParams()
  const entry = search.get('entry')
  const player = usePlayer(replay, entry !== null && /^\d{1,9}$/.test(entry) ? Number(entry) + 1 : null)
  const { position, seek, isPlaying, toggle } = player
  const moment = useMemo(() => replay.at(position), [replay, position])
  const { times, lengths } = replay.history
  const at = times[Math.max(0, position - 1)] ?? null
  const length = position === 0 ? 0 : (lengths[position - 1] ?? 0)
  const said = at === null ? '' : t('replay.moment', { time: figures.time(at), characters: figures.characters(length) })
  const jumps = {
    paste: timeline.pastes.map(({ entry }) => entry + 1),
    deletion: timeline.deletions.map(({ entry }) => entry + 1),
    session: timeline.sessions.map(({ firstEntry }) => firstEntry + 1),
  }
  const keys = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLElement && event.target.matches('button, select, summary, input[type="checkbox"]')
    if (event.key !== ' ' || isField || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    toggle()
  }
  return (
    <>
      <LengthPlot timeline={timeline} at={at} />
      <TimelineTable timeline={timeline} onJump={seek} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the play button does the same */}
      <div className={classes.player} onKeyDown={keys}>
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
          aria-valuetext={said}
        />
        <p className={classes.moment}>{said}</p>
        <div className={classes.controls}>
          {(['paste', 'deletion', 'session'] as const).map((kind) => {
            const next = jumps[kind].find((place) => place > position) ?? jumps[kind][0]
            return (
              next !== undefined && (
                <Button key={kind} variant="default" size="sm" onClick={() => seek(next)}>
                  {kind === 'paste' ? insertion.next : t(`replay.next.${kind}`)}
                </Button>
              )
            )
          })}
        </div>
        <ReplayText moment={moment} />
        <ul className={classes.legend}>
          <li>{insertion.unmarked}</li>
          {(['pasted', 'moved'] as const).map((kind) => (
            <li key={kind}>
              <mark className={classes.run} data-kind={kind}>
                {kind === 'pasted' ? insertion.short : t('replay.moved')}
              </mark>
              {kind === 'pasted' ? insertion.meaning : t('replay.moved.meaning')}
            </li>
          ))}
        </ul>
        <p className={classes.soft}>{t('replay.keys')}</p>
      </div>
    </>
  )
}

const speeds = [1, 2, 4, 8, 16, 32, 64] as const

/** A longer break between two entries is a pause. */
const pauseMs = 2_000
/** A page in the background gets no frames; the time it missed is not caught up with. */
const longestFrameMs = 250

/** Plays a record: how many of its entries are shown, and the controls. It begins with the finished text unless `start` names another moment. */
function usePlayer({ history: { times }, length }: ReplayData, start: number | null) {
  const first = start === null ? length : Math.min(length, Math.max(0, start))
  const [position, setPosition] = useState(first)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<number>(8)
  const [skipsPauses, setSkipsPauses] = useState(true)
  const clock = useRef({ position: first, time: times[Math.max(0, first - 1)] ?? 0 })

  const seek = useCallback(
    (wanted: number) => {
      const to = Math.min(length, Math.max(0, wanted))
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
      time += Math.min(longestFrameMs, now - before) * speed
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
