import { Problem, type StudentLanguage, type WritingRoom } from '@penmark/contract'
import { useCallback, useEffect, useState } from 'react'
import { detailOf } from '../../../lib/call/failure.ts'
import { acceptRecord, openRoom, readRoom, sendBatch, takeBack } from './calls.ts'
import { followTask } from './language.ts'
import { EditorScreen } from './screens/editor-screen.tsx'
import { Frame } from './screens/frame.tsx'
import { Away, Opening, Pin, Unknown } from './screens/link-states.tsx'
import { ReadOnly } from './screens/read-only.tsx'
import { Begin } from './screens/task.tsx'
import { Unsent } from './screens/unsent.tsx'
import type { LocalStore } from './sync/local-store.ts'
import { keptTexts, recover } from './sync/recover.ts'

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

/** What an opened link leads to. `unsent` are texts that only this device has, because the server does not take them. */
type Entered =
  | { kind: 'unknown'; unsent: string[] }
  | { kind: 'pin'; language: StudentLanguage; problem: string | null }
  | { kind: 'room'; session: string; room: WritingRoom; unsent: string[] }

const isUnknown = (error: unknown) => error instanceof Problem && error.code === 'not_found'

/** Opens with the session that came with the link, or that this device has of it; null if there is none or it has ended. */
async function openWithSession(store: LocalStore, { token, session: given }: OpenedLink) {
  const session = given ?? (await store.session(token))
  if (session === null) return null
  if (given !== null) await store.keepSession(token, given)
  try {
    return { session, room: await readRoom(session) }
  } catch (error) {
    if (!isUnknown(error)) throw error
    await store.forgetSession(token)
    return null
  }
}

/**
 * Opens the link of a student, and sends first what an earlier page on this device could not.
 * @throws {Problem} `busy` when the server cannot be reached.
 */
async function enterRoom(store: LocalStore, link: OpenedLink, pin: string | null): Promise<Entered> {
  const { token } = link
  let entered = await openWithSession(store, link)
  if (entered === null && link.isFromPlatform) return { kind: 'unknown', unsent: await keptTexts(store, token) }
  if (entered === null) {
    try {
      const opened = await openRoom(token, pin)
      if (opened.state === 'pin') return { kind: 'pin', language: opened.language, problem: null }
      entered = opened
      await store.keepSession(token, opened.session)
    } catch (error) {
      if (isUnknown(error)) return { kind: 'unknown', unsent: await keptTexts(store, token) }
      throw error
    }
  }
  const { session, room } = entered
  const before = await store.clients(token)
  const unsent = await recover({ store, token, session, send: sendBatch })
  return { kind: 'room', session, room: before.length > 0 ? await readRoom(session) : room, unsent }
}

/** What the address of the student's page names. */
interface OpenedLink {
  /** The secret of a personal link, or the name of a text that is opened from a learning platform; what this device keeps is filed under it. */
  token: string
  /** Given once by a learning platform; null later, and for personal links. */
  session: string | null
  isFromPlatform: boolean
}

const fromPlatform = /^(lti\.[\da-f-]{36})(?:\.([\w-]{43}))?$/

/**
 * Reads the fragment, which browsers send to nobody. The session of a learning platform is taken out of the address, so that nobody finds
 * it in the history of a shared computer.
 */
function readLink(): OpenedLink {
  const fragment = decodeURIComponent(window.location.hash.slice(1))
  const [, token, session = null] = fromPlatform.exec(fragment) ?? []
  if (token === undefined) return { token: fragment, session: null, isFromPlatform: false }
  if (session !== null) window.history.replaceState(null, '', `#${token}`)
  return { token, session, isFromPlatform: true }
}
