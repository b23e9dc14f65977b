import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { alias } from './vite.alias.ts'

/** Where the API and the identity provider listen while the web is served by Vite. */
const server = process.env.PENMARK_SERVER ?? 'http://localhost:3000'
const fromServer = ['/api', '/oauth2', '/interaction', '/.well-known', '/logout']

export default defineConfig({
  plugins: [react()],
  resolve: { alias },
  // The server puts a fresh nonce here for every page it sends (docs/decisions/0050).
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])) },
  build: {
    target: 'es2023',
    // No data: URLs, so that the content security policy needs none.
    assetsInlineLimit: 0,
  },
})
