import type { Replay } from '@penmark/writing'
import { useCallback, useEffect, useRef, useState } from 'react'

export const speeds = [1, 2, 4, 8, 16, 32, 64] as const

/** A longer break between two entries is a pause. */
const pauseMs = 2_000
/** A page in the background gets no frames; the time it missed is not caught up with. */
const longestFrameMs = 250

/** Plays a record: how many of its entries are shown, and the controls. It begins with the finished text unless `start` names another moment. */
export function usePlayer({ history: { times }, length }: Replay, start: number | null) {
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
