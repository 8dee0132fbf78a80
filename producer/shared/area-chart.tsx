import { type CSSProperties, type PointerEvent, useId, useState } from 'react'
import { labelledIndices, lineThrough, type Point, pointsOf, scaleFor } from './area-curve.ts'
import style from './area-chart.module.css'

const placed = ({ x, y }: Point): CSSProperties & Record<`--${string}`, string> => ({ '--x': `${x}%`, '--y': `${y}%` })

export interface ChartPoint {
  readonly key: string
  /** The day or the month. */
  readonly name: string
  /** A shorter form for the axis. */
  readonly short?: string
  readonly value: number
  /** Text of the tooltip. */
  readonly tip: string
  /** Cells of the table for screen readers, after the name. */
  readonly cells: readonly string[]
}

export interface AreaChartProps {
  /** Oldest first, at least one. */
  readonly points: readonly ChartPoint[]
  readonly scaleText: (value: number) => string
  /** Caption of the table for screen readers. */
  readonly label: string
  /** Columns of that table, the name first. */
  readonly head: readonly string[]
}

/**
 * An area chart over time. Time runs from left to right in every language; a hidden table holds the same figures for
 * screen readers.
 */
export function AreaChart({ points: series, scaleText, label, head }: AreaChartProps) {
  const fade = useId()
  const [pointed, setPointed] = useState<number>()
  const values = series.map(({ value }) => Math.max(0, value))
  const scale = scaleFor(Math.max(...values))
  const points = pointsOf(values, scale.at(-1) ?? 1)
  const line = points.length === 1 ? `M0 ${points[0]?.y ?? 100}H100` : lineThrough(points)
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (event.clientX - box.left) / box.width
    setPointed(Math.max(0, Math.min(series.length - 1, Math.round(part * (series.length - 1)))))
  }
  const shown = pointed === undefined || pointed >= series.length ? undefined : pointed
  return (
    <>
      <div className={style.chart} dir="ltr" aria-hidden>
        <div className={style.scale}>
          {scale.toReversed().map((value) => (
            <span key={value}>{scaleText(value)}</span>
          ))}
        </div>
        <div
          className={style.plot}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <defs>
              <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stopColor="var(--accent)" stopOpacity=".28" />
                <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
              </linearGradient>
            </defs>
            <path className={style.grid} d="M0 0H100M0 33.33H100M0 66.67H100M0 100H100" />
            <path d={`${line}L100 100L0 100z`} fill={`url(#${fade})`} />
            <path className={style.line} d={line} />
          </svg>
          <Dot point={points[shown ?? points.length - 1]} />
          {shown !== undefined && <Tip text={series[shown]?.tip} point={points[shown]} />}
        </div>
        <div className={style.days}>
          {labelledIndices(series.length).map((index) => (
            <span
              key={index}
              style={placed({ x: points[index]?.x ?? 0, y: 0 })}
              data-edge={index === series.length - 1 ? 'end' : index === 0 ? 'start' : undefined}
            >
              <bdi>{series[index]?.short ?? series[index]?.name}</bdi>
            </span>
          ))}
        </div>
      </div>
      {/* the wrapper is needed: a table does not shrink to nothing by itself */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map(({ key, name, cells }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={head[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Dot({ point }: { readonly point: Point | undefined }) {
  return point && <span className={style.dot} style={placed(point)} />
}

/** The text is isolated inside: a direction of the element itself would mirror where it stands. */
function Tip({ text, point }: { readonly text: string | undefined; readonly point: Point | undefined }) {
  if (text === undefined || point === undefined) return null
  const edge = point.x < 25 ? 'start' : point.x > 75 ? 'end' : undefined
  return (
    <span className={style.tip} style={placed(point)} data-edge={edge} data-low={point.y < 25 || undefined}>
      <bdi>{text}</bdi>
    </span>
  )
}
