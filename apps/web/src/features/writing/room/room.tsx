import { Problem, type WritingRoom } from '@penmark/contract'
import { useCallback, useEffect, useState } from 'react'
import { detailOf } from '../../../lib/call/failure.ts'
import { acceptRecord, readRoom, takeBack } from './calls.ts'
import { type Entered, enterRoom } from './enter-room.ts'
import { followTask } from './language.ts'
import { type OpenedLink, readLink } from './opened-link.ts'
import { Begin } from './screens/begin.tsx'
import { EditorScreen } from './screens/editor-screen.tsx'
import { Frame } from './screens/frame.tsx'
import { Away, Opening, Pin, Unknown } from './screens/link-states.tsx'
import { ReadOnly } from './screens/read-only.tsx'
import { Unsent } from './screens/unsent.tsx'
import type { LocalStore } from './sync/local-store.ts'

const retryMs = 5_000

/** By the server's clock, as far as the room tells it. */
const isPastDue = ({ task, now }: WritingRoom) => task.due_at !== null && task.due_at <= now

type State = { kind: 'opening' } | { kind: 'away' } | Entered

/** Keeps the open link while the address names the same text: it lost the session of a learning platform when it was first read. */
const sameOrNext = (before: OpenedLink, next: OpenedLink) => (next.token === before.token && next.session === null ? before : next)

/** The page of a student who opened their link; another link in the same tab starts anew. */
export function Room({ store }: { store: LocalStore }) {
  const [link, setLink] = useState(readLink)
  useEffect(() => {
    const change = () => setLink((before) => sameOrNext(before, readLink()))
    window.addEventListener('hashchange', change)
    return () => window.removeEventListener('hashchange', change)
  }, [])
  return <LinkedRoom key={`${link.token} ${link.session}`} link={link} store={store} />
}

/** From the link to the text that was handed in. */
function LinkedRoom({ link, store }: { link: OpenedLink; store: LocalStore }) {
  const { token } = link
  const [state, setState] = useState<State>({ kind: 'opening' })

  const open = useCallback(
    async (pin: string | null): Promise<(before: State) => State> => {
      try {
        const entered = await enterRoom(store, link, pin)
        if (entered.kind === 'pin') await followTask(entered.language)
        if (entered.kind === 'room') await followTask(entered.room.task.language)
        return () => (entered.kind === 'pin' && pin !== null ? { ...entered, problem: 'wrong' } : entered)
      } catch (error) {
        if (pin !== null && error instanceof Problem && error.code !== 'unexpected')
          return (before) => (before.kind === 'pin' ? { ...before, problem: error.message } : before)
        return () => ({ kind: 'away' })
      }
    },
    [store, link],
  )
  const enter = useCallback((pin: string | null) => open(pin).then(setState), [open])
  useEffect(() => {
    void open(null).then(setState)
  }, [open])
  useEffect(() => {
    if (state.kind !== 'away') return undefined
    const timer = setInterval(() => void enter(null), retryMs)
    return () => clearInterval(timer)
  }, [state.kind, enter])

  const setRoom = (room: WritingRoom) => setState((before) => (before.kind === 'room' ? { ...before, room } : before))

  if (state.kind === 'opening') return <Frame page={<Opening />} />
  if (state.kind === 'away') return <Frame page={<Away onRetry={() => void enter(null)} />} />
  if (state.kind === 'pin') return <Frame page={<Pin problem={state.problem} onEnter={enter} />} />
  if (state.kind === 'unknown') {
    return (
      <Frame
        page={
          <>
            <Unknown isFromPlatform={link.isFromPlatform} />
            <Unsent texts={state.unsent} />
          </>
        }
      />
    )
  }
  const { session, room, unsent } = state
  const reload = async (text: string | null) => {
    try {
      const next = await readRoom(session)
      setState({ ...state, room: next, unsent: text === null ? unsent : [...unsent, text] })
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') void enter(null)
      else setState({ kind: 'away' })
    }
  }
  if (room.state === 'handed-in' || isPastDue(room)) {
    const onTakeBack = async () => {
      try {
        setRoom(await takeBack(session))
        return null
      } catch (error) {
        return detailOf(error)
      }
    }
    return <Frame page={<ReadOnly room={room} session={session} unsent={unsent} onTakeBack={onTakeBack} onHandedIn={setRoom} />} />
  }
  if (room.accepted_at === null) {
    const onBegin = async () => {
      try {
        setRoom(await acceptRecord(session))
        return null
      } catch (error) {
        return detailOf(error)
      }
    }
    return <Frame page={<Begin room={room} onBegin={onBegin} />} />
  }
  return <EditorScreen room={room} session={session} token={token} store={store} unsent={unsent} onRoom={setRoom} onClosed={reload} />
}
