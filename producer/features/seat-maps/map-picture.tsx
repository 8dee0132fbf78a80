import type { MapOutline } from '@kartis/contract/venue-maps.ts'
import style from './maps.module.css'

const pointsOf = (points: readonly number[]): string => points.join(' ')

/** A small picture of a map, from the outline that the list carries. */
export function MapPicture({ outline }: { readonly outline: MapOutline | undefined }) {
  if (!outline) return null
  const all = [
    ...outline.shapes,
    ...outline.sections.map(({ points }) => points),
    ...outline.rows.map(({ points }) => points),
  ]
  if (all.length === 0) return null
  const [xs, ys] = [
    all.flatMap((points) => points.filter((_, index) => index % 2 === 0)),
    all.flatMap((points) => points.filter((_, index) => index % 2 === 1)),
  ]
  const [left, top] = [Math.min(...xs) - 80, Math.min(...ys) - 80]
  const [width, height] = [Math.max(...xs) - left + 80, Math.max(...ys) - top + 80]
  const dot = Math.max(30, Math.min(width, height) / 60)
  return (
    <svg className={style.picture} viewBox={`${left} ${top} ${width} ${height}`} aria-hidden>
      {outline.sections.map(({ color, points }, index) => (
        <polygon
          key={`s${index}`}
          className={outline.rows.length > 0 ? style.ground : style.block}
          style={outline.rows.length > 0 ? undefined : { fill: color }}
          points={pointsOf(points)}
        />
      ))}
      {outline.rows.map(({ color, points }, index) => (
        <polyline
          key={`r${index}`}
          points={pointsOf(points)}
          style={{ stroke: color, strokeWidth: dot, strokeDasharray: `0 ${dot * 1.6}` }}
        />
      ))}
      {outline.shapes.map((points, index) => (
        <polygon key={`h${index}`} className={style.stage} points={pointsOf(points)} />
      ))}
    </svg>
  )
}
