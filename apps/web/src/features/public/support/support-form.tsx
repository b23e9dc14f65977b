import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../lib/session/user.ts'
import plain from '../../../ui/plain/plain.module.css'
import classes from './support.module.css'
import { useSupportEmail } from './use-support-email.ts'

interface FieldProps {
  name: 'name' | 'email' | 'subject' | 'message'
  autoComplete?: string
  initially?: string | undefined
}

/** One required field of the form. */
function Field({ name, autoComplete = 'off', initially }: FieldProps) {
  const { t } = useTranslation('support')
  const id = useId()
  const shared = {
    id,
    name,
    className: plain.input,
    placeholder: t(`placeholder.${name}`),
    required: true,
    autoComplete,
    defaultValue: initially,
  }
  return (
    <div>
      <label className={plain.label} htmlFor={id}>
        {t(name)}
      </label>
      {name === 'message' ? (
        <textarea {...shared} rows={7} />
      ) : (
        <input {...shared} type={name === 'email' ? 'email' : 'text'} />
      )}
    </div>
  )
}

interface SupportFormProps {
  /** Who is signed in, to fill in what they would type; null for a visitor, and until it is known. */
  person?: SupportPerson | null
}

type State = { is: 'editing' | 'sending' | 'sent' } | { is: 'failed'; detail: string }

const fields = ['name', 'email', 'subject', 'message'] as const

/** A message to the operator of this installation. */
export function SupportForm({ person = null }: SupportFormProps) {
  const { t } = useTranslation('support')
  const address = useSupportEmail()
  const [state, setState] = useState<State>({ is: 'editing' })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fieldValue = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    if (fields.some((name) => fieldValue(name) === '')) {
      setState({ is: 'failed', detail: t('required') })
      return
    }
    setState({ is: 'sending' })
    try {
      const { sendMessage } = await import('./calls.ts')
      const [name, email, subject, message] = [
        fieldValue('name'),
        fieldValue('email'),
        fieldValue('subject'),
        fieldValue('message'),
      ]
      const { success, message: serverMessage } = await sendMessage({
        name,
        email,
        subject,
        message,
        website: fieldValue('website'),
      })
      setState(success ? { is: 'sent' } : { is: 'failed', detail: serverMessage || t('failed') })
    } catch (thrown) {
      const serverMessage = thrown instanceof Error ? thrown.message : ''
      setState({ is: 'failed', detail: serverMessage || t('thrown', { email: address }) })
    }
  }

  if (state.is === 'sent') {
    return (
      <div className={classes.sent} role="status">
        <h2>{t('sent.title')}</h2>
        <p>{t('sent.text')}</p>
        <button type="button" className={plain.secondary} onClick={() => setState({ is: 'editing' })}>
          {t('another')}
        </button>
      </div>
    )
  }
  const isSending = state.is === 'sending'
  return (
    <>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <Field name="name" autoComplete="name" initially={person?.name} />
        <Field name="email" autoComplete="email" initially={person?.email} />
        <Field name="subject" />
        <Field name="message" />
        {/* A honeypot: hidden from people, filled in by bots. */}
        <label className={classes.honeypot} aria-hidden="true">
          {t('website')}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
        {state.is === 'failed' && (
          <p role="alert" className={plain.error}>
            {state.detail}
          </p>
        )}
        <button type="submit" className={plain.primary} disabled={isSending}>
          {isSending && <span className={plain.spinner} aria-hidden="true" />}
          {t(isSending ? 'sending' : 'send')}
        </button>
      </form>
      <p className={classes.direct}>
        {t('direct')} <a href={`mailto:${address}`}>{address}</a>
      </p>
    </>
  )
}

export interface SupportPerson {
  name: string
  email: string
}

export function personOf(user: SessionUser | null): SupportPerson | null {
  return user && { name: [user.givenName, user.familyName].filter(Boolean).join(' '), email: user.email }
}
