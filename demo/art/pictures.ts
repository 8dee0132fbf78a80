import { IMAGE, IMAGE_SLOTS, type ImageSlot } from '@kartis/domain/limits.ts'
import sharp from 'sharp'
import { type Artwork, draw } from './canvas.ts'

export interface Picture {
  readonly slot: ImageSlot
  readonly bytes: Uint8Array
}

/** Tried in order until the file fits the slot's limit. */
const QUALITIES = [88, 80, 70, 58] as const

const jpegOf = async (artwork: Artwork, slot: ImageSlot): Promise<Picture> => {
  const size = IMAGE_SLOTS[slot]
  const rendered = await sharp(Buffer.from(draw(artwork, size)))
    .flatten()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = rendered.info
  for (const quality of QUALITIES) {
    const bytes = await sharp(rendered.data, { raw: { width, height, channels } })
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer()
    if (bytes.byteLength <= IMAGE.maxBytes) return { slot, bytes }
  }
  throw new Error(`an artwork does not fit into ${IMAGE.maxBytes} bytes`)
}

/** An artwork as JPG in the exact sizes of the three slots. */
export const picturesOf = (artwork: Artwork): Promise<Picture[]> =>
  Promise.all((Object.keys(IMAGE_SLOTS) as ImageSlot[]).map((slot) => jpegOf(artwork, slot)))
