import style from './result-overlay.module.css'
import type { Overlay } from './use-overlay.ts'

/** Already scanned, or not at this hour: a clock. Cancelled: a bar. Any other refusal is a cross. */
const REFUSALS: Readonly<Partial<Record<string, string>>> = {
  S2: 'M50 26V51l17 10',
  S3: 'M21 21l58 58',
  S5: 'M50 26V51l17 10',
}
const CROSS = 'M36 36l28 28M64 36L36 64'

/** The icon of a result, 120 px: distinguishable by shape, not by colour alone. */
export function ResultIcon({
  state,
  kind,
  code,
}: {
  readonly state: Overlay['state']
  /** Valid at another gate, before the day of the event, of an order that is not wholly in, or somebody who leaves. */
  readonly kind: 'else' | 'early' | 'part' | 'exit' | undefined
  /** Why the ticket was refused. */
  readonly code: string | undefined
}) {
  return (
    <svg className={style.glyph} viewBox="0 0 100 100" aria-hidden>
      {state === 'check' && (
        <>
          <circle cx="50" cy="50" r="40" strokeOpacity=".2" />
          <path className={style.spin} d="M50 10a40 40 0 0 1 40 40" stroke="#a78bff" />
        </>
      )}
      {(kind === 'early' || kind === 'part') && <path d="M50 12L92 86H8zM50 40v22M50 73v.1" strokeWidth="6" />}
      {state === 'success' && kind === undefined && (
        <>
          <circle cx="50" cy="50" r="42" />
          <path d="M31 52l13 13 26-28" strokeWidth="7" />
        </>
      )}
      {kind === 'exit' && <path d="M54 14H18v72h36M42 50h46M70 32l18 18-18 18" strokeWidth="7" />}
      {kind === 'else' && (
        <>
          <rect x="10" y="10" width="80" height="80" rx="20" />
          <path d="M70 50H32M46 34L30 50l16 16" strokeWidth="7" />
        </>
      )}
      {state === 'fail' && kind === undefined && (
        <>
          <circle cx="50" cy="50" r="42" />
          <path d={REFUSALS[code ?? ''] ?? CROSS} strokeWidth="7" />
        </>
      )}
      {state === 'again' && (
        <path d="M20 50a30 30 0 0 1 52-20l8 8M80 18v20H60M80 50a30 30 0 0 1-52 20l-8-8M20 82V62h20" />
      )}
      {state === 'unchecked' && (
        <path d="M14 14l72 72M22 44a46 46 0 0 1 14-9M50 30c13 0 23 5 31 14M34 58a26 26 0 0 1 10-6M60 54q6 3 8 6M50 78v.1" />
      )}
    </svg>
  )
}
