import { dayShortText, moneyText, numberText } from '@kartis/i18n/format.ts'
import type { EventStatistics } from '@kartis/contract/events.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { Soft } from '@kartis/ui/parts/layout.tsx'
import { type CSSProperties, type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DayOfSales,
  everyDay,
  labelledPlaces,
  lineThrough,
  type Point,
  pointsOf,
  scaleFor,
} from './sales-curve.ts'
import style from './sales-chart.module.css'

const placed = ({ x, y }: Point): CSSProperties & Record<`--${string}`, string> => ({ '--x': `${x}%`, '--y': `${y}%` })
const at = (day: string): string => `${day}T12:00:00Z`

export interface SalesChartProps {
  readonly days: EventStatistics['by_day']
  /** The last day to show: today, or the event's own once it is over. */
  readonly last: string
  /** `2026-12-17`, in the event's zone. */
  readonly today: string
}

/** Tickets by day. Time runs from left to right in every language; the same figures stand in a table for those who listen. */
export function SalesChart({ days: sales, last, today }: SalesChartProps) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const [pointed, setPointed] = useState<number>()
  const days = everyDay(sales, last)
  const [first] = days
  const final = days.at(-1)
  if (first === undefined || final === undefined) return <Soft>{t('chart.empty')}</Soft>

  const scale = scaleFor(Math.max(...days.map(({ tickets }) => tickets)))
  const points = pointsOf(
    days.map(({ tickets }) => tickets),
    scale.at(-1) ?? 1,
  )
  const line = lineThrough(points)
  const nameOf = (day: string): string => (day === today ? t('chart.today') : dayShortText(at(day), lang, 'UTC'))
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (event.clientX - box.left) / box.width
    setPointed(Math.max(0, Math.min(days.length - 1, Math.round(part * (days.length - 1)))))
  }

  return (
    <>
      <div className={style.chart} dir="ltr" aria-hidden>
        <div className={style.scale}>
          {scale.toReversed().map((value) => (
            <span key={value}>{numberText(value, lang)}</span>
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
              <linearGradient id="sales-fade" x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stopColor="var(--accent)" stopOpacity=".28" />
                <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
              </linearGradient>
            </defs>
            <path className={style.grid} d="M0 0H100M0 33.33H100M0 66.67H100M0 100H100" />
            <path d={`${line}L100 100L0 100z`} fill="url(#sales-fade)" />
            <path className={style.line} d={line} />
          </svg>
          <Dot point={points[pointed ?? points.length - 1]} />
          {pointed !== undefined && <Tip day={days[pointed]} point={points[pointed]} nameOf={nameOf} />}
        </div>
        <div className={style.days}>
          {labelledPlaces(days.length).map((place) => (
            <span
              key={place}
              style={placed({ x: points[place]?.x ?? 0, y: 0 })}
              data-edge={place === 0 ? 'start' : place === days.length - 1 ? 'end' : undefined}
            >
              <bdi>{nameOf(days[place]?.day ?? '')}</bdi>
            </span>
          ))}
        </div>
      </div>
      <table className="visually-hidden">
        <caption>{t('chart.label', { from: nameOf(first.day), to: nameOf(final.day) })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.day')}</th>
            <th scope="col">{t('chart.tickets')}</th>
            <th scope="col">{t('chart.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((one) => (
            <tr key={one.day}>
              <th scope="row">{nameOf(one.day)}</th>
              <td>{numberText(one.tickets, lang)}</td>
              <td>{moneyText(Math.round(one.sum_total_amount * 100), lang)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Dot({ point }: { readonly point: Point | undefined }) {
  return point && <span className={style.dot} style={placed(point)} />
}

function Tip({
  day,
  point,
  nameOf,
}: {
  readonly day: DayOfSales | undefined
  readonly point: Point | undefined
  readonly nameOf: (day: string) => string
}) {
  const { t } = useTranslation('event')
  if (day === undefined || point === undefined) return null
  const edge = point.x < 25 ? 'start' : point.x > 75 ? 'end' : undefined
  return (
    <span className={style.tip} style={placed(point)} data-edge={edge} data-low={point.y < 25 || undefined} dir="auto">
      {t('chart.tip', { count: day.tickets, day: nameOf(day.day) })}
    </span>
  )
}
