export * from './detection.ts'
