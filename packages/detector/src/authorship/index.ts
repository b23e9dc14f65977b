export * from './compare-writing.ts'
export * from './distances.ts'
export { profileOf, type WritingProfile } from './profile.ts'
