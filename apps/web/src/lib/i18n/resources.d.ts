import 'i18next'
import type admin from '../../../public/locales/en-GB/admin.json'
import type analytics from '../../../public/locales/en-GB/analytics.json'
import type cases from '../../../public/locales/en-GB/cases.json'
import type classes from '../../../public/locales/en-GB/classes.json'
import type cookies from '../../../public/locales/en-GB/cookies.json'
import type dashboard from '../../../public/locales/en-GB/dashboard.json'
import type demo from '../../../public/locales/en-GB/demo.json'
import type documents from '../../../public/locales/en-GB/documents.json'
import type integrations from '../../../public/locales/en-GB/integrations.json'
import type overlap from '../../../public/locales/en-GB/overlap.json'
import type privacy from '../../../public/locales/en-GB/privacy.json'
import type problem from '../../../public/locales/en-GB/problem.json'
import type profile from '../../../public/locales/en-GB/profile.json'
import type report from '../../../public/locales/en-GB/report.json'
import type restore from '../../../public/locales/en-GB/restore.json'
import type shell from '../../../public/locales/en-GB/shell.json'
import type site from '../../../public/locales/en-GB/site.json'
import type start from '../../../public/locales/en-GB/start.json'
import type students from '../../../public/locales/en-GB/students.json'
import type subscriptions from '../../../public/locales/en-GB/subscriptions.json'
import type support from '../../../public/locales/en-GB/support.json'
import type ui from '../../../public/locales/en-GB/ui.json'
import type welcome from '../../../public/locales/en-GB/welcome.json'
import type writingRecord from '../../../public/locales/en-GB/writing-record.json'
import type writingRoom from '../../../public/locales/en-GB/writing-room.json'
import type writingTasks from '../../../public/locales/en-GB/writing-tasks.json'

// A key that en-GB lacks is a type error. A new namespace is a new line here.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    keySeparator: false
    resources: {
      admin: typeof admin
      analytics: typeof analytics
      cases: typeof cases
      classes: typeof classes
      cookies: typeof cookies
      dashboard: typeof dashboard
      demo: typeof demo
      documents: typeof documents
      integrations: typeof integrations
      overlap: typeof overlap
      privacy: typeof privacy
      problem: typeof problem
      profile: typeof profile
      report: typeof report
      restore: typeof restore
      shell: typeof shell
      site: typeof site
      start: typeof start
      students: typeof students
      subscriptions: typeof subscriptions
      support: typeof support
      ui: typeof ui
      welcome: typeof welcome
      'writing-room': typeof writingRoom
      'writing-record': typeof writingRecord
      'writing-tasks': typeof writingTasks
    }
  }
}
