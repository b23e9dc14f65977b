import { Problem, type StudentLanguage, type WritingRoom } from '@penmark/contract'
import { useCallback, useEffect, useState } from 'react'
import { detailOf } from '../../../lib/call/failure.ts'
import { BeginScreen } from './screens/begin-screen.tsx'
import { EditorScreen } from './screens/editor-screen.tsx'
import { Frame } from './screens/frame.tsx'
import { applyTaskLanguage } from './screens/language.ts'
import { ClosedTask, OpeningLink, Pin, UnknownLink, Unreachable } from './screens/link-states.tsx'
import { ReadOnly } from './screens/read-only.tsx'
import { Unsent } from './screens/unsent.tsx'
import { acceptRecord, openRoom, readRoom, sendBatch, takeBack } from './sync/calls.ts'
import type { LocalStore } from './sync/local-store.ts'
import { recover, storedTexts } from './sync/recover.ts'

const retryMs = 5_000

/** By the server's clock at the time of the last answer. */
const isPastDue = ({ task, now }: WritingRoom) => task.due_at !== null && task.due_at <= now

type State = { kind: 'opening' } | { kind: 'unreachable' } | LinkState

/**
 * Keeps the open link while the address names the same text, because reading the address removed a learning
 * platform's session from it.
 */
const nextLink = (before: OpenedLink, next: OpenedLink) =>
  next.token === before.token && next.session === null ? before : next

/** The page of a student who opened their link; another link in the same tab starts again. */
export function Room({ store }: { store: LocalStore }) {
  const [link, setLink] = useState(readLink)
  useEffect(() => {
    const change = () => setLink((before) => nextLink(before, readLink()))
    window.addEventListener('hashchange', change)
    return () => window.removeEventListener('hashchange', change)
  }, [])
  return <LinkedRoom key={`${link.token} ${link.session}`} link={link} store={store} />
}

/** Everything from opening the link to handing in the text. */
function LinkedRoom({ link, store }: { link: OpenedLink; store: LocalStore }) {
  const { token } = link
  const [state, setState] = useState<State>({ kind: 'opening' })

  const open = useCallback(
    async (pin: string | null): Promise<(before: State) => State> => {
      try {
        const opened = await openLink(store, link, pin)
        if (opened.kind === 'pin') await applyTaskLanguage(opened.language)
        if (opened.kind === 'room') await applyTaskLanguage(opened.room.task.language)
        return () => (opened.kind === 'pin' && pin !== null ? { ...opened, problem: 'wrong' } : opened)
      } catch (error) {
        if (pin !== null && error instanceof Problem && error.code !== 'unexpected')
          return (before) => (before.kind === 'pin' ? { ...before, problem: error.message } : before)
        return () => ({ kind: 'unreachable' })
      }
    },
    [store, link],
  )
  const openAndShow = useCallback((pin: string | null) => open(pin).then(setState), [open])
  useEffect(() => {
    void open(null).then(setState)
  }, [open])
  useEffect(() => {
    if (state.kind !== 'unreachable') return undefined
    const timer = setInterval(() => void openAndShow(null), retryMs)
    return () => clearInterval(timer)
  }, [state.kind, openAndShow])

  const setRoom = (room: WritingRoom) =>
    setState((before) => (before.kind === 'room' ? { ...before, room } : before))

  if (state.kind === 'opening') return <Frame page={<OpeningLink />} />
  if (state.kind === 'unreachable')
    return <Frame page={<Unreachable onRetry={() => void openAndShow(null)} />} />
  if (state.kind === 'pin') return <Frame page={<Pin problem={state.problem} onEnter={openAndShow} />} />
  if (state.kind === 'unknown') {
    return (
      <Frame
        page={
          <>
            <UnknownLink isFromPlatform={link.isFromPlatform} />
            <Unsent texts={state.unsent} />
          </>
        }
      />
    )
  }
  if (state.kind === 'closed') {
    return (
      <Frame
        page={
          <>
            <ClosedTask detail={state.detail} />
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
      if (isUnknown(error) || isClosed(error)) void openAndShow(null)
      else setState({ kind: 'unreachable' })
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
    return (
      <Frame
        page={
          <ReadOnly
            room={room}
            session={session}
            unsent={unsent}
            onTakeBack={onTakeBack}
            onHandedIn={setRoom}
          />
        }
      />
    )
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
    return <Frame page={<BeginScreen room={room} onBegin={onBegin} />} />
  }
  return (
    <EditorScreen
      room={room}
      session={session}
      token={token}
      store={store}
      unsent={unsent}
      onRoom={setRoom}
      onClosed={reload}
    />
  )
}

/**
 * What an opened link leads to. `unsent` are texts that only this device has, because the server does not
 * accept them.
 */
type LinkState =
  | { kind: 'unknown'; unsent: string[] }
  | { kind: 'closed'; detail: string; unsent: string[] }
  | { kind: 'pin'; language: StudentLanguage; problem: string | null }
  | { kind: 'room'; session: string; room: WritingRoom; unsent: string[] }

const isUnknown = (error: unknown) => error instanceof Problem && error.code === 'not_found'
/** A task that is closed for everybody, such as one whose class was deleted. */
const isClosed = (error: unknown) => error instanceof Problem && error.code === 'conflict'

/**
 * Opens with the session in the link or the one stored on this device; null if there is none or it has ended.
 */
async function openWithSession(store: LocalStore, { token, session: linkSession }: OpenedLink) {
  const session = linkSession ?? (await store.session(token))
  if (session === null) return null
  if (linkSession !== null) await store.saveSession(token, linkSession)
  try {
    return { session, room: await readRoom(session) }
  } catch (error) {
    if (!isUnknown(error)) throw error
    await store.deleteSession(token)
    return null
  }
}

/** What was typed on this device stays there: the task may be opened again. */
async function openLink(store: LocalStore, link: OpenedLink, pin: string | null): Promise<LinkState> {
  try {
    return await openTask(store, link, pin)
  } catch (error) {
    if (!isClosed(error)) throw error
    return { kind: 'closed', detail: detailOf(error), unsent: await storedTexts(store, link.token) }
  }
}

/**
 * Opens the link of a student, after sending what an earlier page on this device could not.
 * @throws {Problem} `busy` when the server cannot be reached.
 */
async function openTask(store: LocalStore, link: OpenedLink, pin: string | null): Promise<LinkState> {
  const { token } = link
  let opened = await openWithSession(store, link)
  if (opened === null && link.isFromPlatform)
    return { kind: 'unknown', unsent: await storedTexts(store, token) }
  if (opened === null) {
    try {
      const reply = await openRoom(token, pin)
      if (reply.state === 'pin') return { kind: 'pin', language: reply.language, problem: null }
      opened = reply
      await store.saveSession(token, reply.session)
    } catch (error) {
      if (isUnknown(error)) return { kind: 'unknown', unsent: await storedTexts(store, token) }
      throw error
    }
  }
  const { session, room } = opened
  const before = await store.clients(token)
  const unsent = await recover({ store, token, session, send: sendBatch })
  return { kind: 'room', session, room: before.length > 0 ? await readRoom(session) : room, unsent }
}

/** What the address of the student's page names. */
interface OpenedLink {
  /**
   * The secret of a personal link, or the name of a text opened from a learning platform. It is the key of
   * what this device stores.
   */
  token: string
  /** Sent once by a learning platform; null later, and for personal links. */
  session: string | null
  isFromPlatform: boolean
}

const fromPlatform = /^(lti\.[\da-f-]{36})(?:\.([\w-]{43}))?$/

/**
 * Reads the fragment, which browsers do not send. The session of a learning platform is removed from the
 * address, so that nobody finds it in the history of a shared computer.
 */
function readLink(): OpenedLink {
  const fragment = decodeURIComponent(window.location.hash.slice(1))
  const [, token, session = null] = fromPlatform.exec(fragment) ?? []
  if (token === undefined) return { token: fragment, session: null, isFromPlatform: false }
  if (session !== null) window.history.replaceState(null, '', `#${token}`)
  return { token, session, isFromPlatform: true }
}
