import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import plain from '../../ui/plain/plain.module.css'

interface FieldProps {
  name: 'name' | 'email' | 'subject' | 'message'
  autoComplete?: string
  initially?: string | undefined
}

/** One required field of the form. */
export function Field({ name, autoComplete = 'off', initially }: FieldProps) {
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
      {name === 'message' ? <textarea {...shared} rows={7} /> : <input {...shared} type={name === 'email' ? 'email' : 'text'} />}
    </div>
  )
}
