import { seedNumber } from '../state/labels.ts'
import type { LookView } from '../state/labels.ts'
import css from './art.module.css'

interface Props {
  readonly look: LookView
  readonly alt: string
  /** CSS width of the picture on screens, as `sizes` says it. */
  readonly sizes: string
  /** The picture a page opens with: fetched first. */
  readonly first?: boolean
  readonly className?: string | undefined
}

/** Generated circles, placed by the event's id, for events without a picture. */
const GeneratedArt = ({ look }: { readonly look: LookView }) => {
  const number = seedNumber(look.seed)
  const [deep, light] = look.colors
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

/** An event's picture in the right size, with its place kept before it comes; drawn artwork where it has none. */
export const Art = ({ look, alt, sizes, first, className }: Props) => (
  <div
    className={[css.art, className].filter(Boolean).join(' ')}
    {...(look.art ? {} : alt ? { role: 'img', 'aria-label': alt } : {})}
  >
    {look.art ? (
      <img
        src={look.art.src}
        srcSet={look.art.srcSet}
        sizes={sizes}
        width={look.art.width}
        height={look.art.height}
        alt={alt}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    ) : (
      <GeneratedArt look={look} />
    )}
  </div>
)
