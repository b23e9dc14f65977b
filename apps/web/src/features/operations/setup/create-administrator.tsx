import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf } from '../../../lib/call/failure.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { SectionHeader } from '../../../ui/page-header/page-header.tsx'
import { useClaim } from './queries.ts'
import classes from './setup.module.css'

const here = '/welcome'

/** The first step on a new installation: an account through the usual registration. */
export function CreateAdministrator({ needsCode }: { needsCode: boolean }) {
  const { t } = useTranslation('welcome')
  const { register, signIn } = useSession()
  return (
    <section aria-label={t('create.title')} className={classes.step}>
      <SectionHeader title={t('create.title')} />
      <p>{t('create.text')}</p>
      {needsCode && <p>{t('create.code')}</p>}
      <div className={classes.actions}>
        <Button size="md" onClick={() => void register(here)}>
          {t('create.action')}
        </Button>
        <Button size="md" variant="default" onClick={() => void signIn(here)}>
          {t('create.signIn')}
        </Button>
      </div>
    </section>
  )
}

/** Signs in to an installation that has its administrator. */
export function AlreadySetUp() {
  const { t } = useTranslation('welcome')
  const { signIn } = useSession()
  return (
    <section aria-label={t('done.title')} className={classes.step}>
      <SectionHeader title={t('done.title')} />
      <p>{t('done.text')}</p>
      <Button size="md" onClick={() => void signIn(here)}>
        {t('done.signIn')}
      </Button>
    </section>
  )
}

/** Makes the signed-in account the administrator with the code from the server's console. */
export function ClaimWithCode({ email }: { email: string }) {
  const { t } = useTranslation('welcome')
  const [code, setCode] = useState('')
  const claim = useClaim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') claim.mutate(code)
  }
  return (
    <section aria-label={t('claim.title')} className={classes.step}>
      <SectionHeader title={t('claim.title')} />
      <p>{t('claim.text', { email })}</p>
      <form onSubmit={submit} className={classes.claim}>
        <TextInput
          label={t('claim.label')}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={claim.error && detailOf(claim.error)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          withAsterisk={false}
        />
        <Button type="submit" size="md" loading={claim.isPending}>
          {t('claim.action')}
        </Button>
      </form>
    </section>
  )
}
