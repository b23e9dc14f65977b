export * from './extraction.ts'
