import { Button, Checkbox, NativeSelect } from '@mantine/core'
import type { Replay as ReplayData, Timeline } from '@penmark/writing'
import { type KeyboardEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { LengthPlot, TimelineTable } from './length-plot.tsx'
import classes from './record.module.css'
import { useInsertionWords } from './record-source.ts'
import { ReplayText } from './replay-text.tsx'
import { speeds, usePlayer } from './use-player.ts'
import { useRecordFigures } from './use-record-figures.ts'

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
