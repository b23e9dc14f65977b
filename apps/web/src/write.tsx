import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startRoomTranslation } from './features/writing/room/language.ts'
import { Room } from './features/writing/room/room.tsx'
import { openLocalStore } from './features/writing/room/sync/local-store.ts'
import './features/writing/room/page.css'

const root = document.getElementById('root')
if (!root) throw new Error('write.html lacks #root')

const [store] = await Promise.all([openLocalStore(), startRoomTranslation()])
createRoot(root).render(
  <StrictMode>
    <Room store={store} />
  </StrictMode>,
)
