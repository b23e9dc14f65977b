import { type DemoResult, Problem } from '@penmark/contract'
import { useRef, useState } from 'react'
import { readTextFile, type TextError, validateText } from './text.ts'
import { useDemoUsed } from './used.ts'

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
  const { isUsed, look, use } = useDemoUsed()
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
    if (look()) {
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
    if (look()) {
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
      use()
    } catch (thrown) {
      if (running.signal.aborted) return
      setFault(faultOf(thrown))
      setPhase('ready')
    }
  }
  return { text, file, phase, fault, result, isUsed, type, keep: setText, pick, removeFile, start, cancel, detect, showFault: setFault }
}
