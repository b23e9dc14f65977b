import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import classes from './drop-zone.module.css'

interface FullScreenDropProps {
  accept: Record<string, string[]>
  active: boolean
  children: string
  /** Shown while something that cannot be uploaded is dragged. */
  refusal: string
  onFiles: (files: File[]) => void
  onRefused: (files: File[]) => void
}

/** Accepts files dropped anywhere on the page; visible only while files are dragged over it. */
export function FullScreenDrop({ accept, active, children, refusal, onFiles, onRefused }: FullScreenDropProps) {
  return (
    <Dropzone.FullScreen
      active={active}
      withinPortal={false}
      accept={accept}
      onDrop={onFiles}
      onReject={(refused) => onRefused(refused.map(({ file }) => file))}
      classNames={{ fullScreen: classes.overlay ?? '', inner: classes.overlayInner ?? '' }}
    >
      {/* In the page only while files are dragged: the button is there for everybody else. */}
      <Dropzone.Accept>
        <p className={classes.overlayWords}>{children}</p>
      </Dropzone.Accept>
      <Dropzone.Reject>
        <p className={classes.overlayWords}>{refusal}</p>
      </Dropzone.Reject>
    </Dropzone.FullScreen>
  )
}
