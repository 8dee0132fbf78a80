import { IMAGE, IMAGE_SLOTS, type ImageSlot } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import sharp from 'sharp'
import { mainColors } from './colors.ts'
import { kindOf } from './file-kind.ts'
import { withoutMetadata } from './jpeg.ts'

export interface CheckedImage {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly colors: [string, string]
}

const MAX_PIXELS = 4_000_000

const open = (bytes: Uint8Array) => sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_PIXELS })

const broken = (): Refusal => refuse('image_wrong', { fields: { file: ['invalid'] }, detail: { why: 'broken' } })

/** As a person sees it: a camera may leave the turning to the viewer. */
const upright = async (bytes: Uint8Array, orientation: number): Promise<Uint8Array | undefined> =>
  orientation > 1 ? open(bytes).autoOrient().jpeg({ quality: 86, mozjpeg: true }).toBuffer() : withoutMetadata(bytes)

/**
 * An image for a slot of an event: JPG up to 350 KB, of the slot's exact size, whole to its last line. What comes back
 * is the same picture without what the camera wrote into it, and its two main colours.
 */
export const checkImage = async (bytes: Uint8Array, slot: ImageSlot): Promise<CheckedImage | Refusal> => {
  if (bytes.byteLength > IMAGE.maxBytes) return refuse('payload_too_large', { detail: { max_bytes: IMAGE.maxBytes } })
  if (kindOf(bytes) !== 'image/jpeg') return refuse('unsupported_media_type')
  const wanted = IMAGE_SLOTS[slot]
  try {
    const found = await open(bytes).metadata()
    const { width, height } = found.autoOrient
    if (found.format !== 'jpeg') return refuse('unsupported_media_type')
    if (width !== wanted.width || height !== wanted.height)
      return refuse('image_wrong', {
        fields: { file: ['invalid'] },
        detail: { why: 'size', wanted, found: { width, height } },
      })
    // The whole picture is decoded: the header of half a file is as good as that of a whole one.
    await open(bytes).stats()
    const clean = await upright(bytes, found.orientation ?? 1)
    if (!clean) return broken()
    return { bytes: clean, width, height, colors: await mainColors(clean) }
  } catch {
    return broken()
  }
}
