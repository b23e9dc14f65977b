import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
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
