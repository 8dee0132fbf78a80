import type { MapOutline } from '@kartis/contract/venue-maps.ts'
import { CATEGORY_COLORS } from '@kartis/seat-map/model/category-colors.ts'
import style from './maps.module.css'

/** The five seat colours follow the theme, as they do in the hall. */
const SHOWN = new Map<string, string>(
  CATEGORY_COLORS.map((color, index) => [color, `var(--seat-${'abcde'.charAt(index)})`]),
)
const shown = (color: string): string => SHOWN.get(color) ?? color

const boundsOf = (points: readonly number[]): readonly [left: number, top: number, right: number, bottom: number] => {
  const [xs, ys] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** A section with rows is their ground; a standing area has the colour of its category. */
const isGround = (section: readonly number[], rows: MapOutline['rows']): boolean => {
  const [left, top, right, bottom] = boundsOf(section)
  return rows.some(({ points: [x = 0, y = 0] }) => x >= left && x <= right && y >= top && y <= bottom)
}

const pointsOf = (points: readonly number[]): string => points.join(' ')

/** Dots of a row leave so much of the way to the next row free. */
const DOT_SHARE = 0.72

/** Rows that stand closer than their dots are large would run into each other: every second or third stands for them. */
const readable = (rows: MapOutline['rows'], dot: number) => {
  const ways = rows.slice(1).map(({ points: [x = 0, y = 0] }, index) => {
    const [fromX = 0, fromY = 0] = rows[index]?.points ?? []
    return Math.hypot(x - fromX, y - fromY)
  })
  const way = Math.min(...ways.filter((each) => each > 0))
  const step = Math.max(1, Math.ceil(dot / way))
  return {
    rows: step === 1 ? rows : rows.filter((_, index) => index % step === 0),
    dot: Math.min(dot, way * step * DOT_SHARE),
  }
}

/** A small picture of a map, from the outline that the list carries. */
export function MapPicture({ outline }: { readonly outline: MapOutline | undefined }) {
  if (!outline) return null
  const all = [
    ...outline.shapes,
    ...outline.sections.map(({ points }) => points),
    ...outline.rows.map(({ points }) => points),
  ]
  if (all.length === 0) return null
  const bounds = boundsOf(all.flat())
  const [left, top] = [bounds[0] - 80, bounds[1] - 80]
  const [width, height] = [bounds[2] - left + 80, bounds[3] - top + 80]
  const { rows, dot } = readable(outline.rows, Math.max(30, Math.min(width, height) / 60))
  return (
    <svg className={style.picture} viewBox={`${left} ${top} ${width} ${height}`} aria-hidden>
      {outline.sections.map(({ color, points }, index) => {
        const ground = isGround(points, outline.rows)
        return (
          <polygon
            key={`s${index}`}
            className={ground ? style.ground : style.block}
            style={ground ? undefined : { fill: shown(color) }}
            points={pointsOf(points)}
          />
        )
      })}
      {rows.map(({ color, points }, index) => (
        <polyline
          key={`r${index}`}
          points={pointsOf(points)}
          style={{ stroke: shown(color), strokeWidth: dot, strokeDasharray: `0 ${dot * 1.6}` }}
        />
      ))}
      {outline.shapes.map((points, index) => (
        <polygon
          key={`h${index}`}
          className={style.stage}
          style={{ fill: outline.shape_colors?.[index] ?? undefined }}
          points={pointsOf(points)}
        />
      ))}
    </svg>
  )
}
