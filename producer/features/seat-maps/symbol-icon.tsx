import type { SymbolName } from '@kartis/seat-map/model/document.ts'
import { SYMBOL_PATHS } from '@kartis/seat-map/viewer/symbols.ts'

/** A symbol as the map shows it. Decorative: the text beside it says what it is. */
export function SymbolIcon({ symbol, size = 20 }: { readonly symbol: SymbolName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={SYMBOL_PATHS[symbol]} />
    </svg>
  )
}
