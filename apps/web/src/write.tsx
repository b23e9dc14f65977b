import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Room } from './features/authorship/room/room.tsx'
import { startRoomTranslation } from './features/authorship/room/screens/language.ts'
import { openLocalStore } from './features/authorship/room/sync/local-store.ts'
import './features/authorship/room/page.css'

const root = document.getElementById('root')
if (!root) throw new Error('write.html lacks #root')

const [store] = await Promise.all([openLocalStore(), startRoomTranslation()])
createRoot(root).render(
  <StrictMode>
    <Room store={store} />
  </StrictMode>,
)
