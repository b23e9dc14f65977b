import { defineConfig, type UserConfig } from 'vite'
import application from './vite.config.ts'

const { build, ...rest }: UserConfig = application

/** The page on which students write: a bundle of its own, so that it carries nothing of the application and the application nothing of it. */
export default defineConfig({
  ...rest,
  // The application's bundle copies it.
  publicDir: false,
  build: {
    ...build,
    emptyOutDir: false,
    // One file: everything in it is needed to write (the page-weight journey holds its size).
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: ['write.html'], checks: { pluginTimings: false } },
  },
})
