import {
  IconChartBar,
  IconDatabaseExport,
  IconFileText,
  IconHistory,
  IconMail,
  IconMessages,
  IconSchool,
  IconServer,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '../../features/admin/admin.module.css'
import { InstallationWarnings, SetupNotice } from '../../features/admin/installation.tsx'
import { Teachers } from '../../features/admin/teachers.tsx'
import { SectionHeader } from '../../ui/page-header/page-header.tsx'
import { AdminOnly } from './admin-only.tsx'

export default function AdminPage() {
  const { t } = useTranslation('admin')
  return (
    <AdminOnly title={t('title')} lead={t('lead')} back={false}>
      <SetupNotice />
      <InstallationWarnings />
      <AdminCards />
      <SectionHeader title={t('teachers.title')} />
      <Teachers />
    </AdminOnly>
  )
}

const cards = [
  { to: '/admin/teacher-imports', words: 'teacherImports', Icon: IconUserPlus },
  { to: '/admin/students', words: 'students', Icon: IconUsers },
  { to: '/admin/manage-classes', words: 'classes', Icon: IconSchool },
  { to: '/admin/documents', words: 'documents', Icon: IconFileText },
  { to: '/admin/cases', words: 'cases', Icon: IconMessages },
  { to: '/admin/operations', words: 'operations', Icon: IconServer },
  { to: '/admin/backups', words: 'backups', Icon: IconDatabaseExport },
  { to: '/admin/messages', words: 'messages', Icon: IconMail },
  { to: '/admin/baseline', words: 'baseline', Icon: IconChartBar },
  { to: '/admin/audit', words: 'audit', Icon: IconHistory },
] as const

/** Links on the administrators' front page. */
function AdminCards() {
  const { t } = useTranslation('admin')
  return (
    <ul className={classes.cards}>
      {cards.map(({ to, words, Icon }) => (
        <li key={to}>
          <Link to={to} className={classes.card}>
            <Icon size={20} stroke={1.7} aria-hidden="true" />
            <span className={classes.cardTitle}>{t(`card.${words}`)}</span>
            <span className={classes.cardText}>{t(`card.${words}.text`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
