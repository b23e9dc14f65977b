import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { Application } from './app/application.tsx'
import { routes } from './app/routes.tsx'
import { startTranslation } from './lib/i18n/i18n.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks #root')

await startTranslation()
createRoot(root).render(
  <StrictMode>
    <Application router={createBrowserRouter(routes)} />
  </StrictMode>,
)
