import { useTranslation } from 'react-i18next'
import classes from './picture.module.css'

type PictureName = 'class' | 'report' | 'replay' | 'reply' | 'passages'

/** A part of a screen in the reader's language, in the size in which scripts/screenshots takes it. */
export function Picture({ name, isFirst = false }: { name: PictureName; isFirst?: boolean }) {
  const { t, i18n } = useTranslation('site')
  return (
    <img
      className={classes.picture}
      src={`/pictures/${i18n.language}/${name}.webp`}
      width={720}
      height={450}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      alt={t(`picture.${name}`)}
    />
  )
}

interface PicturedPoint {
  name: PictureName
  title: string
  text: string
}

/** What Penmark does, each with a picture of it. */
export function PicturedPoints({ points }: { points: readonly PicturedPoint[] }) {
  return (
    <ul className={classes.points}>
      {points.map(({ name, title, text }) => (
        <li key={name} className={classes.point}>
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
          <Picture name={name} />
        </li>
      ))}
    </ul>
  )
}
