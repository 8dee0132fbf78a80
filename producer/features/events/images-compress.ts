import { IMAGE, IMAGE_SLOTS, type ImageSlot } from '@kartis/domain/limits.ts'

/** A rectangle of a picture, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const MAX_QUALITY = 0.92
const MIN_QUALITY = 0.3
const TRIES = 7

/**
 * Finds the highest JPEG quality within `maxBytes` by bisection; `encode` returns the file at a quality. Undefined if
 * even the lowest quality is too large.
 */
export const lightEnough = async <T extends { readonly size: number }>(
  encode: (quality: number) => Promise<T>,
  maxBytes: number,
): Promise<T | undefined> => {
  const best = await encode(MAX_QUALITY)
  if (best.size <= maxBytes) return best
  let [low, high] = [MIN_QUALITY, MAX_QUALITY]
  let fits = await encode(MIN_QUALITY)
  if (fits.size > maxBytes) return undefined
  for (let count = 0; count < TRIES; count++) {
    const middle = (low + high) / 2
    const file = await encode(middle)
    if (file.size <= maxBytes) {
      fits = file
      low = middle
    } else high = middle
  }
  return fits
}

type Encode = (quality: number) => Promise<Blob>

/** Renders the area at the slot's size, on white where the picture is transparent. */
const renderArea = (source: CanvasImageSource, area: Area, slot: ImageSlot): Encode => {
  const { width, height } = IMAGE_SLOTS[slot]
  const fill = (context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null) => {
    if (!context) throw new Error('canvas is not supported')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(source, area.x, area.y, area.width, area.height, 0, 0, width, height)
  }
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height)
    fill(canvas.getContext('2d'))
    return (quality) => canvas.convertToBlob({ type: 'image/jpeg', quality })
  }
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  fill(canvas.getContext('2d'))
  return (quality) =>
    new Promise((resolve, reject) => {
      canvas.toBlob(
        (file) => (file ? resolve(file) : reject(new Error('the canvas could not be encoded'))),
        'image/jpeg',
        quality,
      )
    })
}

/** Resizes with the browser's best filter where it is available. */
const resized = async (picture: ImageBitmap, area: Area, slot: ImageSlot): Promise<Encode> => {
  const { width, height } = IMAGE_SLOTS[slot]
  try {
    const small = await createImageBitmap(picture, area.x, area.y, area.width, area.height, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    })
    return renderArea(small, { x: 0, y: 0, width, height }, slot)
  } catch {
    return renderArea(picture, area, slot)
  }
}

/** Decodes an image file with its EXIF orientation applied; undefined if it is no image. */
export const openPicture = async (file: Blob): Promise<ImageBitmap | undefined> => {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return undefined
  }
}

/** The area as a JPEG of exactly the slot's size within the size limit; undefined if that is impossible. */
export const shapeImage = async (picture: ImageBitmap, area: Area, slot: ImageSlot): Promise<Blob | undefined> =>
  lightEnough(await resized(picture, area, slot), IMAGE.maxBytes)
