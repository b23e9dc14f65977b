import { type DemoResult, Problem } from '@penmark/contract'
import { useRef, useState } from 'react'
import { useDemoUsed } from './demo-lock.ts'
import { type InputError, readTextFile, validateText } from './text-input.ts'

/** A key of `error.` in the namespace `demo`, or the server's message. */
type Fault = InputError | 'used' | 'detection' | 'other' | { message: string }

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
  const reset = () => {
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
      const { detect: ask } = await import('./human-check/calls.ts')
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
    reset,
    detect,
    showFault: setFault,
  }
}
