import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the API and the identity provider listen while the web is served by Vite. */
const server = process.env.PENMARK_SERVER ?? 'http://localhost:3000'
const fromServer = ['/api', '/oauth2', '/interaction', '/.well-known', '/logout', '/test-payment']

export default defineConfig({
  plugins: [react()],
  // The icons that are drawn, in place of the library's index (tsconfig.json).
  resolve: { tsconfigPaths: true },
  // The server puts a fresh nonce here for every page it sends (docs/decisions/0050).
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])) },
  build: {
    target: 'es2023',
    // No data: URLs, so that the content security policy needs none.
    assetsInlineLimit: 0,
    // Every browser that reads es2023 preloads modules by itself.
    modulePreload: { polyfill: false },
    // The application, and the frame into which scripts/build.mjs writes the public pages.
    rolldownOptions: { input: ['index.html', 'site.html'], checks: { pluginTimings: false } },
  },
})
