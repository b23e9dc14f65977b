import { defineConfig, type UserConfig } from 'vite'
import application from './vite.config.ts'

const { build, ...rest }: UserConfig = application

/**
 * The page on which students write: a separate bundle, so that neither it nor the application loads any of
 * the other's code.
 */
export default defineConfig({
  ...rest,
  // The application's build copies the public folder.
  publicDir: false,
  build: {
    ...build,
    emptyOutDir: false,
    // One file: everything in it is needed to write. The page-weight journey limits its size.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: ['write.html'], checks: { pluginTimings: false } },
  },
})
