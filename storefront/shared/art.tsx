import { seedNumber } from '../state/labels.ts'
import type { ArtworkView } from '../state/labels.ts'
import css from './art.module.css'

interface Props {
  readonly artwork: ArtworkView
  readonly alt: string
  /** Rendered width of the picture: the `sizes` attribute. */
  readonly sizes: string
  /** The largest picture above the fold, which is fetched with high priority. */
  readonly first?: boolean
  readonly className?: string | undefined
}

/** Generated circles, placed by the event's id, for events without a picture. */
const GeneratedArt = ({ artwork }: { readonly artwork: ArtworkView }) => {
  const number = seedNumber(artwork.seed)
  const [deep, light] = artwork.colors
  const x = 160 + (number % 480)
  const y = 180 + (number % 160)
  return (
    <svg viewBox="0 0 800 460" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="800" height="460" fill={deep} />
      <rect width="800" height="460" fill="#0c0820" opacity=".35" />
      {[320, 250, 185, 125].map((radius, step) => (
        <circle key={radius} cx={x} cy={y} r={radius} fill={light} opacity={0.1 + step * 0.08} />
      ))}
      <circle cx={x} cy={y} r="72" fill={light} />
      <circle cx={(x + 390) % 800} cy={430} r={150} fill={deep} opacity=".75" />
      <circle cx={(x + 390) % 800} cy={430} r={96} fill={light} opacity=".35" />
    </svg>
  )
}

/** An event's picture in the right size, in a box that has its final size before it loads; generated artwork without a picture. */
export const Art = ({ artwork, alt, sizes, first, className }: Props) => (
  <div
    className={[css.art, className].filter(Boolean).join(' ')}
    {...(artwork.art ? {} : alt ? { role: 'img', 'aria-label': alt } : {})}
  >
    {artwork.art ? (
      <img
        src={artwork.art.src}
        srcSet={artwork.art.srcSet}
        sizes={sizes}
        width={artwork.art.width}
        height={artwork.art.height}
        alt={alt}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    ) : (
      <GeneratedArt artwork={artwork} />
    )}
  </div>
)
