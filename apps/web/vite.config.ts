import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the API and the identity provider listen while Vite serves the web. */
const serverUrl = process.env.PENMARK_SERVER ?? 'http://localhost:3000'
const proxiedPaths = ['/api', '/oauth2', '/interaction', '/.well-known', '/logout', '/test-payment']

/**
 * What the public pages run before they load React: few small files, so that the first paint does not wait
 * for the others.
 */
const beforeReact = /preload-helper|rolldown[\\/]runtime|[\\/]src[\\/]lib[\\/]consent[\\/]consent\.ts$/

/** What the public pages use too: React, i18next, and the few files shared with the application. */
const sharedWithSite = [
  /[\\/]node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next)[\\/]/,
  /[\\/]src[\\/]lib[\\/](format|consent)[\\/]|[\\/]i18n[\\/]languages\.ts$|[\\/]ui[\\/](brand|plain)[\\/]/,
  /[\\/]contract[\\/]src[\\/](brand|problem|values[\\/](limits|score))\.ts$|[\\/]wording[\\/]src[\\/](formatters|headline)\.ts$/,
]

/** Many screens can show a report, and the lists need none. */
const reportSchema = /[\\/]contract[\\/]src[\\/]documents[\\/](report|fact|fact-rates)[.]ts$/

/** The frame and the dashboard have no field to type into or choose from. */
const fields = /[\\/]components[\\/](Input|InputBase|TextInput|NativeSelect|Combobox)[\\/]/

/**
 * Small shared files are grouped by how many screens use them: a hundred files cost more time than their
 * bytes (docs/decisions/0035-small-bundles.md). Files that few screens use stay separate, and so do large
 * ones.
 */
const groups = [
  // Mantine's styles first, so that ours win at equal specificity.
  { name: 'library', test: /[\\/]ui[\\/]theme[\\/]mantine[.]css$/, priority: 4 },
  { name: 'begin', test: beforeReact, priority: 3.5 },
  { name: 'base', test: (file: string) => sharedWithSite.some((path) => path.test(file)), priority: 3 },
  {
    name: 'frame',
    test: (file: string) => !reportSchema.test(file) && !fields.test(file),
    minShareCount: 28,
    priority: 2,
  },
  { name: 'fields', test: fields, minShareCount: 10, priority: 1.95 },
  { name: 'report-schema', test: reportSchema, priority: 1.9 },
  {
    // Without what only the long lists show and do, and the dialogs that assign documents, which the lists
    // load when they are opened.
    name: 'lists',
    test: /^(?!.*([\\/]tiles[\\/]|search-select|search-box|row-actions|evidence-row|public-frame|assign[\\/](?!uploads)|documents[\\/]actions[\\/]|batch|Icon(Check|Chevron\w+|Copy|Download|Printer)[.]))(.*[\\/]src[\\/](features[\\/]documents[\\/](?!reports|overview|dashboard)|app[\\/]|ui[\\/]).*[.]tsx?$|.*@tabler)/,
    minShareCount: 4,
    priority: 1.5,
  },
  {
    name: 'shared',
    test: /^(?!.*(Progress[\\/]|InlineInput|InputsGroup|ScrollArea|[Tt]extarea|floating-ui|notifications|admin|Radio|Checkbox|CopyButton|baseline|case|overlap|similarity|integration|lti|reference|search-box|search-select|student-page|writing|authorship))/,
    minShareCount: 10,
    priority: 1,
  },
]

/** At equal specificity the later rule wins, so Mantine's styles come first in a page. */
const libraryFirst: Plugin = {
  name: 'library-styles-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { path }) {
      const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      const library = links.find((link) => link.includes('/library-'))
      if (library === undefined && path.endsWith('index.html'))
        throw new Error('index.html does not load the styles of Mantine.')
      const [first] = links
      if (library === undefined || first === undefined || library === first) return html
      return html.replace(`${library}\n`, '').replace(first, `${library}\n${first}`)
    },
  },
}

/**
 * Fetches the font of every screen beside its styles, which name it only once they have arrived: a font that
 * comes later is first used on the next page. The public pages do the same (scripts/public-site.mjs).
 */
const fontPreloaded: Plugin = {
  name: 'font-preloaded',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { path, bundle }) {
      if (!path.endsWith('index.html')) return []
      const file = Object.keys(bundle ?? {}).find((name) =>
        /source-sans-3-latin-wght-normal-[^/]*\.woff2$/.test(name),
      )
      if (file === undefined) throw new Error('The font of the screens is not part of the build.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
    },
  },
}

/** Removes the summaries of the calls, which only the server's API description shows. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/](?:contract|wording)[\\/]src[\\/].+\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(/^ +summary:\s+(['"`])[^\n]*\1,\n/gm, ''), map: null }),
  },
}

/**
 * The router's package names only its development build, whose warnings for developers are a few kilobytes of
 * every page.
 */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => {
    const development = createRequire(import.meta.url).resolve('react-router')
    const replacement = development.replace(/[\\/]development[\\/]index\.\w+$/, '/production/index.mjs')
    if (replacement === development)
      throw new Error(`The router has no production build beside ${development}.`)
    return { resolve: { alias: [{ find: /^react-router$/, replacement }] } }
  },
}

/** Without the line of the rule, which Vite adds and every script that names the class would carry. */
const generateScopedName = (name: string, _file: string, css: string) =>
  `${name}_${createHash('sha256').update(css).digest('base64url').slice(0, 5)}`

export default defineConfig({
  css: { modules: { generateScopedName } },
  plugins: [react(), libraryFirst, fontPreloaded, withoutSummaries, productionRouter],
  // Resolves the used icons instead of the library's index (tsconfig.json).
  resolve: { tsconfigPaths: true },
  // The server puts a fresh nonce here for every page it sends
  // (docs/decisions/0030-access-rules.md).
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: Object.fromEntries(proxiedPaths.map((path) => [path, { target: serverUrl }])) },
  build: {
    target: 'es2023',
    // No data: URLs, so that the content security policy needs none.
    assetsInlineLimit: 0,
    // Every browser that supports es2023 preloads modules by itself.
    modulePreload: { polyfill: false },
    // The application, and the template into which scripts/build.mjs renders the public pages.
    rolldownOptions: {
      input: ['index.html', 'site.html'],
      // Every page carries the names of all scripts, and a hash does not compress.
      output: {
        codeSplitting: { groups },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
      checks: { pluginTimings: false },
    },
  },
})
