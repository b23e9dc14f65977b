import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../../ui/plain/plain.module.css'
import type { CheckProps } from './check-props.ts'
import classes from './human-check.module.css'
import { useMathsProblem } from './use-maths-problem.ts'

const operators = { plus: '+', minus: '−', times: '×' } as const

/** A sum to solve. Three wrong answers end it until a new one is requested. */
export function MathsCheck({ onProof, onTrouble }: CheckProps) {
  const { t } = useTranslation('demo')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ for: '', text: '' })
  const { problem, state, remaining, answer, startAgain } = useMathsProblem({ onProof, onOver: () => onTrouble(t('check.sum.refresh')) })
  // A new sum starts with an empty answer.
  const answerText = typed.for === problem?.problem ? typed.text : ''
  const isOpen = state.is === 'asking' || state.is === 'notNumber'

  useEffect(() => {
    if (problem) input.current?.focus()
  }, [problem])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer(answerText)
  }
  const renew = () => {
    onTrouble(null)
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
            <span className={classes.spoken}>{t(`check.sum.${problem.operator}`, { left: problem.left, right: problem.right })}</span>
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
        disabled={!isOpen}
        aria-invalid={state.is === 'notNumber'}
        aria-describedby={`${id}-said`}
        onChange={(event) => setTyped({ for: problem?.problem ?? '', text: event.currentTarget.value })}
      />
      <div id={`${id}-said`} aria-live="assertive" className={classes.said}>
        {message && <p className={plain.error}>{message}</p>}
        {state.is === 'pausing' && <p className={classes.next}>{t('check.sum.next')}</p>}
      </div>
      <div className={classes.actions}>
        <button type="submit" className={plain.primary} disabled={!isOpen || answerText.trim() === ''}>
          {t('check.sum.verify')}
        </button>
        <button type="button" className={plain.secondary} disabled={state.is === 'answering'} onClick={renew}>
          {t('check.sum.new')}
        </button>
      </div>
    </form>
  )
}
