import { demoLimits, type MathsProblem } from '@penmark/contract'
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../../lib/call/failure.ts'
import plain from '../../../../ui/plain/plain.module.css'
import { answerSum, requestMathsProblem } from './calls.ts'
import classes from './human-check.module.css'
import type { CheckProps } from './work-check.tsx'

const operators = { plus: '+', minus: '−', times: '×' } as const

/** A sum to solve. Three wrong answers end it until a new one is requested. */
export function MathsCheck({ onProof, onError }: CheckProps) {
  const { t } = useTranslation('demo')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ for: '', text: '' })
  const { problem, state, remaining, answer, startAgain } = useMathsProblem({
    onProof,
    onOver: () => onError(t('check.sum.refresh')),
  })
  // A new sum starts with an empty answer.
  const answerText = typed.for === problem?.problem ? typed.text : ''
  const isAnswerable = state.is === 'asking' || state.is === 'notNumber'

  useEffect(() => {
    if (problem) input.current?.focus()
  }, [problem])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer(answerText)
  }
  const renew = () => {
    onError(null)
    startAgain()
  }
  const messages = {
    notNumber: t('check.sum.notNumber'),
    pausing: t('check.sum.incorrect', { count: remaining }),
    over: t('check.sum.tooMany'),
    broken: state.is === 'broken' ? state.detail : '',
  }
  const message = Object.hasOwn(messages, state.is) ? messages[state.is as keyof typeof messages] : null
  return (
    <form onSubmit={submit} className={classes.sum}>
      <label htmlFor={id} className={classes.question}>
        {problem ? (
          <>
            <span aria-hidden="true">{`${problem.left} ${operators[problem.operator]} ${problem.right} =`}</span>
            <span className={classes.spoken}>
              {t(`check.sum.${problem.operator}`, { left: problem.left, right: problem.right })}
            </span>
          </>
        ) : (
          t('check.preparing')
        )}
      </label>
      <input
        ref={input}
        id={id}
        className={plain.input}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('check.sum.placeholder')}
        value={answerText}
        disabled={!isAnswerable}
        aria-invalid={state.is === 'notNumber'}
        aria-describedby={`${id}-feedback`}
        onChange={(event) => setTyped({ for: problem?.problem ?? '', text: event.currentTarget.value })}
      />
      <div id={`${id}-feedback`} aria-live="assertive" className={classes.feedback}>
        {message && <p className={plain.error}>{message}</p>}
        {state.is === 'pausing' && <p className={classes.next}>{t('check.sum.next')}</p>}
      </div>
      <div className={classes.actions}>
        <button type="submit" className={plain.primary} disabled={!isAnswerable || answerText.trim() === ''}>
          {t('check.sum.verify')}
        </button>
        <button type="button" className={plain.secondary} disabled={state.is === 'answering'} onClick={renew}>
          {t('check.sum.new')}
        </button>
      </div>
    </form>
  )
}

/** The result of the last answer. `pausing`: wrong, a new sum is loading. `over`: no attempts left. */
type MathsState =
  | { is: 'loading' | 'asking' | 'notNumber' | 'answering' | 'pausing' | 'over' }
  | { is: 'broken'; detail: string }

/** The server's sums, one after the other. `onOver` is called when no attempts are left. */
function useMathsProblem({ onProof, onOver }: { onProof: (proof: string) => void; onOver: () => void }) {
  const [problem, setProblem] = useState<MathsProblem | null>(null)
  const [attempts, setAttempts] = useState(0)
  const [state, setState] = useState<MathsState>({ is: 'loading' })
  const pauseTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isShown = useRef(true)

  const showProblem = useCallback((next: MathsProblem) => {
    if (!isShown.current) return
    setProblem(next)
    setState({ is: 'asking' })
  }, [])
  const fail = useCallback((thrown: unknown) => {
    if (isShown.current) setState({ is: 'broken', detail: detailOf(thrown) })
  }, [])
  const requestNext = () => {
    clearTimeout(pauseTimer.current)
    requestMathsProblem().then(showProblem, fail)
  }

  useEffect(() => {
    isShown.current = true
    requestMathsProblem().then(showProblem, fail)
    return () => {
      isShown.current = false
      clearTimeout(pauseTimer.current)
    }
  }, [showProblem, fail])

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
    pauseTimer.current = setTimeout(requestNext, demoLimits.newProblemAfterMs)
  }
  const startAgain = () => {
    setAttempts(0)
    setState({ is: 'loading' })
    requestNext()
  }
  return { problem, state, remaining: demoLimits.mathsAttempts - attempts, answer, startAgain }
}
