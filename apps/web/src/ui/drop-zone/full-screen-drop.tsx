import { useEffect, useEffectEvent, useState } from 'react'
import classes from './drop-zone.module.css'
import { type Accepted, carriesFiles, droppedFiles, mayBeAccepted, splitFiles } from './dropped-files.ts'

interface FullScreenDropProps {
  accept: Accepted
  active: boolean
  children: string
  /** Shown while something that cannot be uploaded is dragged. */
  refusal: string
  onFiles: (files: File[]) => void
  onRefused: (files: File[]) => void
}

/** Accepts files dropped anywhere on the page. In the page only while files are dragged over it: the button is there for everybody else. */
export function FullScreenDrop({ accept, active, children, refusal, onFiles, onRefused }: FullScreenDropProps) {
  const [dragged, setDragged] = useState<'accept' | 'reject' | null>(null)
  const take = useEffectEvent((files: File[]) => {
    const { good, refused } = splitFiles(files, accept)
    if (good.length > 0) onFiles(good)
    if (refused.length > 0) onRefused(refused)
  })
  const isWelcome = useEffectEvent((transfer: DataTransfer) => mayBeAccepted(transfer, accept))
  useEffect(() => {
    if (!active) return
    // The pointer enters an element before it leaves the one before, so it is off the page once it has left all that it entered.
    let entered = 0
    const enter = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer === null || !carriesFiles(dataTransfer)) return
      entered++
      setDragged(isWelcome(dataTransfer) ? 'accept' : 'reject')
    }
    const leave = ({ dataTransfer }: DragEvent) => {
      if (!carriesFiles(dataTransfer)) return
      entered = Math.max(0, entered - 1)
      if (entered === 0) setDragged(null)
    }
    const over = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      entered = 0
      setDragged(null)
      const { dataTransfer, defaultPrevented } = event
      // A drop on the upload card is the card's.
      if (defaultPrevented || dataTransfer === null || !carriesFiles(dataTransfer)) return
      event.preventDefault()
      void droppedFiles(dataTransfer).then((files) => take(files))
    }
    document.addEventListener('dragenter', enter)
    document.addEventListener('dragleave', leave)
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragenter', enter)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
      setDragged(null)
    }
  }, [active])
  if (dragged === null) return null
  return (
    <div className={classes.overlay}>
      <p className={classes.overlayWords}>{dragged === 'accept' ? children : refusal}</p>
    </div>
  )
}
