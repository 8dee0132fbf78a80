import { Lines, type MoneyLine } from './money-lines.tsx'
import style from './how-computed.module.css'

/** How a sum was computed, line by line, for whoever asks. */
export function HowComputed({ label, lines }: { readonly label: string; readonly lines: readonly MoneyLine[] }) {
  return (
    <details className={style.how}>
      <summary>{label}</summary>
      <Lines lines={lines} />
    </details>
  )
}
