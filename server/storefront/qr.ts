import { create } from 'qrcode'
import type { QrCode } from '@kartis/storefront/page-types.ts'

/** Quiet zone around the code, in modules; the white card around it adds the rest. */
const QUIET_ZONE = 2

/** The QR code of a text as one SVG path; each run of dark modules in a row is one rectangle of it. */
export const qrOf = (text: string): QrCode => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  const rectangles: string[] = []
  for (let row = 0; row < size; row += 1) {
    let column = 0
    while (column < size) {
      const start = column
      while (column < size && data[row * size + column]) column += 1
      const run = column - start
      if (run > 0) rectangles.push(`M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${run}v1h-${run}z`)
      else column += 1
    }
  }
  return { size: size + 2 * QUIET_ZONE, path: rectangles.join('') }
}
