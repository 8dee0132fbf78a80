import { kindOf } from '@kartis/domain/file-kind.ts'
import { IMAGE, IMAGE_SLOTS, type ImageSlot, MAP_PICTURE } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import sharp from 'sharp'
import { mainColors } from './colors.ts'
import { withoutMetadata } from './jpeg.ts'
import { tooLarge, wrongType } from './refuse-file.ts'

export interface CheckedImage {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  readonly colors: [string, string]
}

const MAX_PIXELS = 4_000_000

const open = (bytes: Uint8Array) => sharp(bytes, { failOn: 'truncated', limitInputPixels: MAX_PIXELS })

const broken = (): Refusal => refuse('image_wrong', { fields: { file: ['invalid'] }, detail: { why: 'broken' } })

/** Applies the EXIF orientation and removes the metadata; undefined when the segments are malformed. */
const upright = async (bytes: Uint8Array, orientation: number): Promise<Uint8Array | undefined> =>
  orientation > 1 ? open(bytes).autoOrient().jpeg({ quality: 86, mozjpeg: true }).toBuffer() : withoutMetadata(bytes)

interface Allowed {
  readonly maxBytes: number
  /** The exact size in pixels; undefined: any. */
  readonly size?: { readonly width: number; readonly height: number }
}

const check = async (bytes: Uint8Array, { maxBytes, size }: Allowed): Promise<CheckedImage | Refusal> => {
  if (bytes.byteLength > maxBytes) return tooLarge({ max_bytes: maxBytes })
  if (kindOf(bytes) !== 'image/jpeg') return wrongType()
  try {
    // Only its header is read: the limit is for what is decoded.
    const found = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { width, height } = found.autoOrient
    if (found.format !== 'jpeg') return wrongType()
    if (size && (width !== size.width || height !== size.height))
      return refuse('image_wrong', {
        fields: { file: ['invalid'] },
        detail: { why: 'size', wanted: size, found: { width, height } },
      })
    if (width * height > MAX_PIXELS) return tooLarge({ max_pixels: MAX_PIXELS })
    // Decodes the whole image, since a truncated file has a valid header.
    await open(bytes).stats()
    const clean = await upright(bytes, found.orientation ?? 1)
    if (!clean) return broken()
    return { bytes: clean, width, height, colors: await mainColors(clean) }
  } catch {
    return broken()
  }
}

/**
 * Validates an image for a slot of an event: JPG up to 350 KB, of the exact size of the slot, complete. Returns the
 * image without metadata and its two main colours. Refusals: `payload_too_large`, `unsupported_media_type`, `image_wrong`.
 */
export const checkImage = (bytes: Uint8Array, slot: ImageSlot): Promise<CheckedImage | Refusal> =>
  check(bytes, { maxBytes: IMAGE.maxBytes, size: IMAGE_SLOTS[slot] })

/** Validates a picture of any size up to four million pixels, as `checkImage` does one of a slot. */
export const checkPicture = (bytes: Uint8Array): Promise<CheckedImage | Refusal> =>
  check(bytes, { maxBytes: MAP_PICTURE.maxBytes })
