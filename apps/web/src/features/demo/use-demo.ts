import { type DemoResult, demoLimits, Problem } from '@penmark/contract'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

/** A key of `error.` in the namespace `demo`, or the server's message. */
type Fault = TextError | 'used' | 'detection' | 'other' | { message: string }

/** `verification`: the check is open. `processing`: it has passed and the result is loading. */
type Phase = 'ready' | 'verification' | 'processing' | 'result'

function faultOf(thrown: unknown): Fault {
  if (!(thrown instanceof Problem)) return 'other'
  // Too many requests: the server's message says how long to wait.
  return thrown.code === 'busy' ? { message: thrown.message } : 'detection'
}

/** The demo from text to result. A result uses it up for a day; an error does not. */
export function useDemo() {
  const [text, setText] = useState('')
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [phase, setPhase] = useState<Phase>('ready')
  const [fault, setFault] = useState<Fault | null>(null)
  const [result, setResult] = useState<DemoResult | null>(null)
  const { isUsed, checkUsed, markUsed } = useDemoUsed()
  const stop = useRef<AbortController>(null)

  const type = (typed: string) => {
    setText(typed)
    setFault(null)
  }
  const removeFile = () => {
    setFile(null)
    setFault(null)
  }
  const pick = async (picked: File) => {
    if (checkUsed()) {
      setFault('used')
      return
    }
    const read = await readTextFile(picked)
    if ('fault' in read) {
      setFault(read.fault)
      return
    }
    setText('')
    setFile({ name: picked.name, text: read.text })
    setFault(null)
  }
  const start = () => {
    if (checkUsed()) {
      setFault('used')
      return
    }
    const found = validateText(file?.text ?? text)
    setFault(found)
    if (found === null) setPhase('verification')
  }
  const cancel = () => {
    stop.current?.abort()
    setText('')
    setFile(null)
    setFault(null)
    setResult(null)
    setPhase('ready')
  }
  const detect = async (proof: string) => {
    const running = new AbortController()
    stop.current = running
    setFault(null)
    setPhase('processing')
    try {
      const { detect: ask } = await import('./calls.ts')
      const answer = await ask(file?.text ?? text, proof, running.signal)
      if (running.signal.aborted) return
      setResult(answer)
      setPhase('result')
      markUsed()
    } catch (thrown) {
      if (running.signal.aborted) return
      setFault(faultOf(thrown))
      setPhase('ready')
    }
  }
  return {
    text,
    file,
    phase,
    fault,
    result,
    isUsed,
    type,
    restoreText: setText,
    pick,
    removeFile,
    start,
    cancel,
    detect,
    showFault: setFault,
  }
}

const usedKey = 'penmark.demo-used'
const usedAtKey = 'penmark.demo-timestamp'
const listeners = new Set<() => void>()

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Milliseconds until this browser may try the demo again; 0 when it may. */
function lockedForMs(): number {
  try {
    if (localStorage.getItem(usedKey) !== 'true') return 0
    const now = Date.now()
    const usedAt = Number(localStorage.getItem(usedAtKey))
    // A time in the future means that the clock was set back. Nobody is locked out for longer than a day.
    return usedAt > now ? 0 : Math.max(0, usedAt + demoLimits.againAfterMs - now)
  } catch {
    // Without storage the server's own limit applies.
    return 0
  }
}

const isDemoUsed = () => lockedForMs() > 0

/** Clears an expired flag, and updates the page. */
function clearExpired(): void {
  try {
    if (!isDemoUsed()) for (const key of [usedKey, usedAtKey]) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to clear.
  }
  notifyListeners()
}

function markUsed(): void {
  try {
    localStorage.setItem(usedKey, 'true')
    localStorage.setItem(usedAtKey, String(Date.now()))
  } catch {
    // Without storage the server's own limit applies.
  }
  notifyListeners()
}

/** Checks again whether the demo is used up, since another window may have used it. */
function checkUsed(): boolean {
  clearExpired()
  return isDemoUsed()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the demo is used up in this browser. It resets when the time is over. */
function useDemoUsed() {
  const isUsed = useSyncExternalStore(subscribe, isDemoUsed, () => false)
  useEffect(() => {
    // Clear an expired flag at once, a valid one when it expires.
    const timer = setTimeout(clearExpired, isUsed ? lockedForMs() : 0)
    return () => clearTimeout(timer)
  }, [isUsed])
  return { isUsed, checkUsed, markUsed }
}

/** A key of `error.` in the namespace `demo`. */
type TextError = 'empty' | 'short' | 'long' | 'type' | 'size' | 'read' | 'fileShort'

export function validateText(text: string): TextError | null {
  const characters = text.trim().length
  if (characters === 0) return 'empty'
  if (characters < demoLimits.leastCharacters) return 'short'
  return text.length > demoLimits.mostCharacters ? 'long' : null
}

const types = ['text/plain', 'text/txt', '', 'application/octet-stream']

function validateFile({ name, type, size }: File): TextError | null {
  if (!/\.txt$/i.test(name) && !types.includes(type)) return 'type'
  return size < demoLimits.fileBytes ? null : 'size'
}

/** Decodes text as editors write it: UTF-8, UTF-16 with a byte order mark, else Windows-1252. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The text of a file, or why it has none. */
export async function readTextFile(file: File): Promise<{ text: string } | { fault: TextError }> {
  const fault = validateFile(file)
  if (fault) return { fault }
  try {
    const text = decode(await file.arrayBuffer())
    // A file with NUL is not a text, whatever its name.
    if (text.includes('\0')) return { fault: 'read' }
    if (text.trim().length < demoLimits.leastCharacters) return { fault: 'fileShort' }
    return { text }
  } catch {
    return { fault: 'read' }
  }
}
