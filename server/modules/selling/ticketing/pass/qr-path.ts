import { create } from 'qrcode'

export interface QrPath {
  /** Modules along one side, without the quiet zone. */
  readonly size: number
  /** The dark modules as one path in module units: runs of a row are one rectangle, so that nothing gapes in print. */
  readonly path: string
}

/** The QR of a text at the level that forgives a fold or a scratch (15%). */
export const qrPath = (text: string): QrPath => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!modules.get(row, column)) continue
      const start = column
      while (column + 1 < size && modules.get(row, column + 1)) column += 1
      path += `M${start} ${row}h${column - start + 1}v1h${start - column - 1}z`
    }
  }
  return { size, path }
}
