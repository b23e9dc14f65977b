import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import classes from './drop-zone.module.css'

interface FullScreenDropProps {
  accept: Record<string, string[]>
  active: boolean
  children: string
  onFiles: (files: File[]) => void
  onRefused: (files: File[]) => void
}

/** Takes files dropped anywhere on the page; seen only while files are dragged over it. */
export function FullScreenDrop({ accept, active, children, onFiles, onRefused }: FullScreenDropProps) {
  return (
    <Dropzone.FullScreen
      active={active}
      accept={accept}
      onDrop={onFiles}
      onReject={(refused) => onRefused(refused.map(({ file }) => file))}
      classNames={{ fullScreen: classes.overlay ?? '', inner: classes.overlayInner ?? '' }}
    >
      <p className={classes.overlayWords}>{children}</p>
    </Dropzone.FullScreen>
  )
}
