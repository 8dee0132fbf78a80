import { Money } from '@kartis/ui/components/money.tsx'
import type { ReactNode } from 'react'
import style from './money-lines.module.css'

export interface MoneyLine {
  readonly key: string
  readonly name: ReactNode
  readonly hint?: ReactNode
  readonly shekels: number
  /** Below the line, over its whole width. */
  readonly more?: ReactNode
  /** A sum of the lines before it. */
  readonly sum?: boolean
}

/** Sums below each other, decimals aligned: what is added, what is taken off, what is left. */
export function Lines({ lines }: { readonly lines: readonly MoneyLine[] }) {
  return (
    <dl className={style.lines}>
      {lines.map(({ key, name, hint, shekels, more, sum = false }) => (
        <div key={key} data-sum={sum || undefined}>
          <dt>
            {name}
            {hint !== undefined && hint !== false && <span>{hint}</span>}
          </dt>
          <dd>
            {/* avoids -0 */}
            <Money shekels={shekels === 0 ? 0 : shekels} ledger />
          </dd>
          {more !== undefined && <dd className={style.more}>{more}</dd>}
        </div>
      ))}
    </dl>
  )
}
