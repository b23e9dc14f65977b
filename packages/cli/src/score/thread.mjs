import { register } from 'tsx/esm/api'

// A thread does not inherit the loader of the program that started it.
register()
await import('./thread.ts')
