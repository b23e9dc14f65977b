import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, webFolder } from './stale.mjs'

const models = ['standard', 'open']
const preloadedFonts = /^source-(sans-3|serif-4)-latin-wght-normal-.*\.woff2$/

const readJson = async (...segments) => JSON.parse(await readFile(path.join(root, ...segments), 'utf8'))

/** The texts of every language, by language and namespace. */
async function readLocales() {
  const folder = path.join(root, 'apps/web/public/locales')
  const languages = await readdir(folder)
  const entries = languages.map(async (language) => {
    const files = await readdir(path.join(folder, language))
    const words = files.map(async (file) => [
      path.basename(file, '.json'),
      await readJson('apps/web/public/locales', language, file),
    ])
    return [language, Object.fromEntries(await Promise.all(words))]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Copies the pictures of the product into the built web, and the one that previews a shared link. */
async function copyPictures() {
  const pictures = path.join(webFolder, 'pictures')
  await cp(path.join(root, 'docs/screenshots/site'), pictures, { recursive: true })
  await cp(path.join(root, 'docs/screenshots/report.png'), path.join(pictures, 'report.png'))
}

/** Bundles the renderer of the public pages. Returns its folder. */
export async function bundlePublicSite(bundle) {
  const rendererFolder = path.join(webFolder, '.render')
  await bundle({
    root: path.join(root, 'apps/web'),
    logLevel: 'warn',
    ssr: { noExternal: [/^@penmark\//] },
    build: {
      ssr: 'src/site/render.tsx',
      outDir: rendererFolder,
      emptyOutDir: true,
      copyPublicDir: false,
      // One file with the styles of all public pages, which are rendered here and not in the browser.
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      rolldownOptions: { input: 'src/site/render.tsx', checks: { pluginTimings: false } },
    },
  })
  return rendererFolder
}

/**
 * Writes the public pages into the built web as `.pages/MODEL/LANGUAGE/PAGE.html`: one set per released
 * model, because they show its figures. The server chooses a set; folders that begin with a dot are never
 * served as files.
 */
export async function writePublicSite(rendererFolder) {
  const { renderSite } = await import(pathToFileURL(path.join(rendererFolder, 'render.js')).href)
  const template = await readFile(path.join(webFolder, 'site.html'), 'utf8')
  const fonts = (await readdir(path.join(webFolder, 'assets')))
    .filter((file) => preloadedFonts.test(file))
    .map((file) => `/assets/${file}`)
  const assets = path.join(rendererFolder, 'assets')
  const [styles] = (await readdir(assets))
    .filter((file) => file.endsWith('.css'))
    .map((file) => `/assets/${file}`)
  await cp(assets, path.join(webFolder, 'assets'), { recursive: true })
  await copyPictures()
  const translations = await readLocales()
  const bench = await readJson('bench/results/figures.json')
  const evaluation = path.join(webFolder, 'evaluation')
  await mkdir(evaluation, { recursive: true })
  await writeFile(path.join(evaluation, 'figures.json'), JSON.stringify(bench, null, 1))
  for (const model of models) {
    const card = await readJson('models', `${model}.card.json`)
    await writeFile(path.join(evaluation, `${model}.card.json`), JSON.stringify(card, null, 1))
    for (const { path: address, language, html } of renderSite({
      translations,
      evidence: { card, bench },
      template,
      fonts,
      styles,
    })) {
      const folder = path.join(webFolder, '.pages', model, language)
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, `${address === '/' ? 'home' : address.slice(1)}.html`), html)
    }
  }
  await rm(rendererFolder, { recursive: true })
  await rm(path.join(webFolder, 'site.html'))
}
