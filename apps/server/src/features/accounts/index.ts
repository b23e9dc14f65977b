// Teachers: their accounts, roles, plans, allowance of words and storage, and what lets others in. The only
// way in for other features and for main.
export {
  readUsage,
  readUsages,
  releaseWords,
  requireAllowance,
  reserveWords,
  spendWords,
  type Usage,
} from './allowance/actions.ts'
export { hasPlanLimits, savePlanLimits } from './allowance/plan-limits.ts'
export { cycleAt, type Plan, type Shortage, type Size } from './allowance/rules.ts'
export { endGrants } from './grants/end-grants.ts'
export { readStoredBytes, readTotalStorage, requireStorage, type StorageQuota } from './storage/storage.ts'
export {
  addInvited,
  beginErasing,
  findAccount,
  findAccountsByEmail,
  hasAccounts,
  hasAdministrator,
  type ListedAccount,
  listAccounts,
  listAccountsWithEmail,
  listAdministrators,
  listAllAccounts,
  lockAccount,
  lockAccounts,
  makeAdministrator,
  readAccount,
  readEmail,
  readEmails,
  readNameOnRecord,
  readOptionalSchool,
  readTeacherName,
  requireOwnEmail,
  setAdministrator,
  updateListedAccounts,
} from './teachers/accounts.ts'
export {
  changePlan,
  chooseReadsWaiting,
  isTeacher,
  listReadingWaiting,
  lockAgreedPlan,
  lockAgreedPlanOf,
  lockPlans,
  readLmsAccess,
  readPlan,
  readPlanRule,
  readsWaiting,
  requireLmsAccess,
} from './teachers/plan.ts'
export { resolveCaller } from './teachers/resolve-caller.ts'
export { type RoleRules, teacherName } from './teachers/rules.ts'
export { bindTeachers } from './teachers/teachers.ts'
export {
  assertTwoFactor,
  needsTwoFactor,
  readTwoFactor,
  type TwoFactorDependencies,
} from './teachers/two-factor.ts'
