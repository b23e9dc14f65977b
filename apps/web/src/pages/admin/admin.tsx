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
import classes from '../../features/operations/admin/admin.module.css'
import { InstallationWarnings, SetupNotice } from '../../features/operations/admin/installation.tsx'
import { Teachers } from '../../features/operations/admin/teachers.tsx'
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
  { to: '/admin/teacher-imports', key: 'teacherImports', Icon: IconUserPlus },
  { to: '/admin/students', key: 'students', Icon: IconUsers },
  { to: '/admin/manage-classes', key: 'classes', Icon: IconSchool },
  { to: '/admin/documents', key: 'documents', Icon: IconFileText },
  { to: '/admin/cases', key: 'cases', Icon: IconMessages },
  { to: '/admin/operations', key: 'operations', Icon: IconServer },
  { to: '/admin/backups', key: 'backups', Icon: IconDatabaseExport },
  { to: '/admin/messages', key: 'messages', Icon: IconMail },
  { to: '/admin/baseline', key: 'baseline', Icon: IconChartBar },
  { to: '/admin/audit', key: 'audit', Icon: IconHistory },
] as const

/** Links on the administrators' front page. */
function AdminCards() {
  const { t } = useTranslation('admin')
  return (
    <ul className={classes.cards}>
      {cards.map(({ to, key, Icon }) => (
        <li key={to}>
          <Link to={to} className={classes.card}>
            <Icon size={20} stroke={1.7} aria-hidden="true" />
            <span className={classes.cardTitle}>{t(`card.${key}`)}</span>
            <span className={classes.cardText}>{t(`card.${key}.text`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
