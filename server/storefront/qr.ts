import { create } from 'qrcode'
import type { QrCode } from '@kartis/storefront/page-types.ts'

/** Free space around the code, in modules; the white card around it gives the rest. */
const QUIET = 2

/** A text as one SVG path: a run of dark modules of a row is one stroke of it. */
export const qrOf = (text: string): QrCode => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  const steps: string[] = []
  for (let row = 0; row < size; row += 1) {
    let column = 0
    while (column < size) {
      const start = column
      while (column < size && data[row * size + column]) column += 1
      const run = column - start
      if (run > 0) steps.push(`M${start + QUIET} ${row + QUIET}h${run}v1h-${run}z`)
      else column += 1
    }
  }
  return { size: size + 2 * QUIET, path: steps.join('') }
}
