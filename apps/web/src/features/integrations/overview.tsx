import { Button, Radio } from '@mantine/core'
import { IntegrationName, integrationNames, integrationRoutes } from '@penmark/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../lib/call/call.ts'
import { detailOf } from '../../lib/call/failure.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import classes from './integrations.module.css'

const offers = [
  { name: 'keys', to: '/integrations/api-keys' },
  { name: 'webhooks', to: '/integrations/webhooks' },
  { name: 'lti', to: '/integrations/lti' },
] as const

/** Available integrations, each with a link to its page. */
export function Offers() {
  const { t } = useTranslation('integrations')
  return (
    <ul className={classes.list}>
      {offers.map(({ name, to }) => (
        <li key={name} className={classes.item}>
          <div>
            <h3 className={classes.name}>{t(`ready.${name}`)}</h3>
            <p className={classes.text}>{t(`ready.${name}.text`)}</p>
          </div>
          <Button component={Link} to={to} variant="default">
            {t(`ready.${name}.action`)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Which integration a teacher would like. The thanks appear at once, and are taken back if saving fails. */
export function InterestForm() {
  const { t } = useTranslation('integrations')
  const [chosen, setChosen] = useState<IntegrationName>('teams')
  const interest = useInterest()
  const submitted = interest.isError ? undefined : interest.variables
  return (
    <form
      className={classes.interest}
      onSubmit={(event) => {
        event.preventDefault()
        interest.mutate(chosen)
      }}
    >
      <p className={classes.text}>{t('wish.text')}</p>
      <Radio.Group
        label={t('choice.legend')}
        value={chosen}
        onChange={(value) => {
          setChosen(IntegrationName.parse(value))
          interest.reset()
        }}
      >
        <div className={classes.choices}>
          {integrationNames.map((name) => (
            <Radio key={name} value={name} label={t(`choice.${name}`)} />
          ))}
        </div>
      </Radio.Group>
      {submitted && (
        <Notice tone="info">{submitted === 'other' ? t('thanks.other') : t('thanks', { name: t(`choice.${submitted}`) })}</Notice>
      )}
      {interest.isError && <Notice tone="error">{t('notKept', { detail: detailOf(interest.error) })}</Notice>}
      <Button type="submit">{t('register')}</Button>
    </form>
  )
}

/** Registers interest in an integration. */
function useInterest() {
  return useMutation({ mutationFn: (integration: IntegrationName) => call(integrationRoutes.registerInterest, { integration }) })
}
