import { demoLimits, type MathsProblem } from '@penmark/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { detailOf } from '../../../lib/call/failure.ts'
import { answerSum, setSum } from '../calls.ts'

/** The result of the last answer. `pausing`: wrong, a new sum is loading. `over`: no attempts left. */
export type MathsState = { is: 'loading' | 'asking' | 'notNumber' | 'answering' | 'pausing' | 'over' } | { is: 'broken'; detail: string }

/** The server's sums, one after the other. `onOver` is called when no attempts are left. */
export function useMathsProblem({ onProof, onOver }: { onProof: (proof: string) => void; onOver: () => void }) {
  const [problem, setProblem] = useState<MathsProblem | null>(null)
  const [attempts, setAttempts] = useState(0)
  const [state, setState] = useState<MathsState>({ is: 'loading' })
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isShown = useRef(true)

  const take = useCallback((next: MathsProblem) => {
    if (!isShown.current) return
    setProblem(next)
    setState({ is: 'asking' })
  }, [])
  const fail = useCallback((thrown: unknown) => {
    if (isShown.current) setState({ is: 'broken', detail: detailOf(thrown) })
  }, [])
  const ask = () => {
    clearTimeout(pause.current)
    setSum().then(take, fail)
  }

  useEffect(() => {
    isShown.current = true
    setSum().then(take, fail)
    return () => {
      isShown.current = false
      clearTimeout(pause.current)
    }
  }, [take, fail])

  const answer = async (typedAnswer: string) => {
    if (!problem) return
    if (!/^-?\d{1,4}$/.test(typedAnswer.trim())) {
      setState({ is: 'notNumber' })
      return
    }
    setState({ is: 'answering' })
    try {
      const { success, proof } = await answerSum(problem.problem, Number(typedAnswer))
      if (!isShown.current) return
      if (success && proof !== null) onProof(proof)
      else countWrong()
    } catch (thrown) {
      if (isShown.current) setState({ is: 'broken', detail: detailOf(thrown) })
    }
  }
  const countWrong = () => {
    const attemptsMade = attempts + 1
    setAttempts(attemptsMade)
    if (attemptsMade >= demoLimits.mathsAttempts) {
      setState({ is: 'over' })
      onOver()
      return
    }
    setState({ is: 'pausing' })
    pause.current = setTimeout(ask, demoLimits.newProblemAfterMs)
  }
  const startAgain = () => {
    setAttempts(0)
    setState({ is: 'loading' })
    ask()
  }
  return { problem, state, remaining: demoLimits.mathsAttempts - attempts, answer, startAgain }
}
