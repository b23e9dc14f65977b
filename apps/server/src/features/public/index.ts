// What visitors reach without an account: demo, human check, support and settings. The only way in for other
// features and for main.
export { bindDemo } from './demo/demo.ts'
export { bindHumanCheck, createHumanCheckDependencies, sweepHumanChecks } from './human-check/human-check.ts'
export { bindSettings } from './settings/settings.ts'
export { bindSupport, listMessages, readMessage, setMessageClosed } from './support/support.ts'
