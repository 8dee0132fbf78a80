import type { CSSProperties } from 'react'
import style from './meter.module.css'

/** A progress meter: violet while in progress, green when complete. `label` says what it measures. */
export function Meter({ value, of, label }: { readonly value: number; readonly of: number; readonly label: string }) {
  const part = of > 0 ? Math.min(100, (value / of) * 100) : 0
  const width: CSSProperties & Record<'--part', string> = { '--part': `${part}%` }
  return (
    <span
      className={style.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(of, value)}
      aria-valuenow={value}
      data-full={part >= 100 || undefined}
    >
      <span style={width} />
    </span>
  )
}
