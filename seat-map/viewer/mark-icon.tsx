import { useEffect, useRef } from 'react'
import { flagBits } from '../model/compile.ts'
import type { Flag } from '../model/flags.ts'
import type { Look } from './looks.ts'
import { drawMark } from './marks.ts'
import { onPaletteChange, readPalette } from './palette.ts'
import { seatColor } from './picture.ts'

interface Props {
  readonly look: Look
  readonly flag?: Flag
  /** Index of the category whose colour it has. */
  readonly category?: number
  /** CSS pixels. */
  readonly size?: number
}

/** The mark of a place for a legend, as the hall shows it. Decorative: the text beside it carries the meaning. */
export const MarkIcon = ({ look, flag, category = 0, size = 20 }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return undefined
    const draw = (): void => {
      const ratio = Math.min(3, devicePixelRatio || 1)
      const palette = readPalette(element.parentElement ?? element)
      element.width = size * ratio
      element.height = size * ratio
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      const isRinged = look === 'mine' || look === 'offered'
      drawMark(
        context,
        {
          x: size / 2,
          y: size / 2,
          r: (size / 2 - 1) * (isRinged ? 0.66 : 0.84),
          look,
          flags: flag ? flagBits([flag]) : 0,
          color: seatColor(palette, category),
        },
        palette,
      )
    }
    draw()
    return onPaletteChange(draw)
  }, [look, flag, category, size])
  return <canvas ref={canvas} style={{ inlineSize: size, blockSize: size, flex: 'none' }} aria-hidden="true" />
}
