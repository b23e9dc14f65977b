import { Button } from '@mantine/core'
import { brand, type PlanId } from '@penmark/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Faq } from '../features/subscriptions/faq.tsx'
import { PlanCards } from '../features/subscriptions/plan-cards.tsx'
import { useSession } from '../lib/session/session.tsx'
import { Mark } from '../ui/brand/mark.tsx'
import { PreferenceSelects } from '../ui/preferences/preference-selects.tsx'
import classes from './pricing.module.css'

/** The plans, for everybody. Who is signed in goes on to their subscription, anybody else to signing in. */
export default function PricingPage() {
  const { t } = useTranslation('subscriptions')
  const { status, register } = useSession()
  const isKnown = status === 'authenticated'
  useEffect(() => {
    document.title = `${t('pricing.title')} · ${brand.name}`
  }, [t])
  const actionOf = (plan: PlanId) => {
    if (plan === 'SCHOOLS')
      return (
        <Button component="a" href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(t('pricing.mail'))}`} variant="default">
          {t('action.schools')}
        </Button>
      )
    const words = plan === 'FREE' ? t('pricing.free') : t('action.upgrade')
    const variant = plan === 'FREE' ? 'default' : 'filled'
    return isKnown ? (
      <Button component={Link} to="/subscriptions" variant={variant}>
        {plan === 'FREE' ? t('pricing.own') : words}
      </Button>
    ) : (
      <Button variant={variant} onClick={() => void register('/subscriptions')}>
        {words}
      </Button>
    )
  }
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/" className={classes.brand}>
          <Mark />
          {brand.name}
        </Link>
        <PreferenceSelects />
      </header>
      <main className={classes.main}>
        <h1 className={classes.title}>{t('pricing.title')}</h1>
        <p className={classes.lead}>{t('pricing.lead')}</p>
        <PlanCards heading={2} current={null} action={actionOf} />
        <Faq />
      </main>
    </div>
  )
}
