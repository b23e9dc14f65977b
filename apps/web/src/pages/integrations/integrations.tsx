import { Button, Radio } from '@mantine/core'
import { IntegrationName, integrationNames } from '@penmark/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useProfile } from '../../features/accounts/profile/profile.ts'
import { ApiKeys } from '../../features/integrations/api-keys/api-keys.tsx'
import { CreateKey } from '../../features/integrations/api-keys/create-key.tsx'
import classes from '../../features/integrations/integrations.module.css'
import { LmsPlanNotice } from '../../features/integrations/lti/plan-notice.tsx'
import { Platforms } from '../../features/integrations/lti/platforms.tsx'
import { Webhooks } from '../../features/integrations/webhooks/webhooks.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BackTo, PageHeader, SectionHeader } from '../../ui/page-header/page-header.tsx'

export function IntegrationsPage() {
  const { t } = useTranslation('integrations')
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <SectionHeader title={t('ready')} />
      <Offers />
      <SectionHeader title={t('wish')} />
      <InterestForm />
    </>
  )
}

export function ApiKeysPage() {
  const { t } = useTranslation('integrations')
  const [making, setMaking] = useState(false)
  return (
    <>
      <PageHeader
        title={t('keys.title')}
        lead={t('keys.lead')}
        back={<BackTo to="/integrations">{t('back')}</BackTo>}
        actions={<Button onClick={() => setMaking(true)}>{t('keys.make')}</Button>}
      />
      <ApiKeys />
      <CreateKey opened={making} onClose={() => setMaking(false)} />
    </>
  )
}

export function WebhooksPage() {
  const { t } = useTranslation('integrations')
  return (
    <>
      <PageHeader
        title={t('hooks.title')}
        lead={t('hooks.lead')}
        back={<BackTo to="/integrations">{t('back')}</BackTo>}
      />
      <Webhooks />
    </>
  )
}

export function LtiPage() {
  const { t } = useTranslation('integrations')
  const profile = useProfile().data?.profile
  return (
    <>
      <PageHeader
        title={t('lti.title')}
        lead={t('lti.lead')}
        back={<BackTo to="/integrations">{t('back')}</BackTo>}
      />
      {profile && <LmsPlanNotice profile={profile} />}
      {profile?.is_administrator && <Platforms />}
      {profile && !profile.is_administrator && profile.lms_access === 'full' && (
        <Notice tone="info">{t('lti.notYours')}</Notice>
      )}
    </>
  )
}

const offers = [
  { name: 'keys', to: '/integrations/api-keys' },
  { name: 'webhooks', to: '/integrations/webhooks' },
  { name: 'lti', to: '/integrations/lti' },
] as const

/** Available integrations, each with a link to its page. */
function Offers() {
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

/** Which integration a teacher would like: thanks, and nothing that is sent. */
function InterestForm() {
  const { t } = useTranslation('integrations')
  const [chosen, setChosen] = useState<IntegrationName>('teams')
  const [thanked, setThanked] = useState(false)
  return (
    <form
      className={classes.interest}
      onSubmit={(event) => {
        event.preventDefault()
        setThanked(true)
      }}
    >
      <p className={classes.text}>{t('wish.text')}</p>
      <Radio.Group
        label={t('choice.legend')}
        value={chosen}
        onChange={(value) => {
          setChosen(IntegrationName.parse(value))
          setThanked(false)
        }}
      >
        <div className={classes.choices}>
          {integrationNames.map((name) => (
            <Radio key={name} value={name} label={t(`choice.${name}`)} />
          ))}
        </div>
      </Radio.Group>
      {thanked && (
        <Notice tone="info">
          {chosen === 'other' ? t('thanks.other') : t('thanks', { name: t(`choice.${chosen}`) })}
        </Notice>
      )}
      <Button type="submit">{t('register')}</Button>
    </form>
  )
}
