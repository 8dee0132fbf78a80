import sharp from 'sharp'

type Rgb = readonly [number, number, number]

interface ColorBucket {
  weight: number
  r: number
  g: number
  b: number
  n: number
}

const SAMPLE_SIDE = 48
/** The RGB distance from which two colours count as different. */
const MIN_DISTANCE = 70

const hex = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const distance = (left: Rgb, right: Rgb): number =>
  Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2])

/** Groups pixels by similar colour, heaviest first. Saturated pixels weigh more: a grey background does not characterise a poster. */
const bucketsOf = (pixels: Uint8Array): ColorBucket[] => {
  const buckets = new Map<number, ColorBucket>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
    const key = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5)
    const bucket = buckets.get(key) ?? { weight: 0, r: 0, g: 0, b: 0, n: 0 }
    const max = Math.max(r, g, b)
    const vivid = max === 0 ? 0 : (max - Math.min(r, g, b)) / max
    bucket.weight += 0.25 + vivid
    bucket.r += r
    bucket.g += g
    bucket.b += b
    bucket.n += 1
    buckets.set(key, bucket)
  }
  return [...buckets.values()].toSorted((left, right) => right.weight - left.weight)
}

const meanOf = ({ r, g, b, n }: ColorBucket): Rgb => [r / n, g / n, b / n]

/** The two main colours of raw RGB pixels, as hex. An image of one colour returns it and a darker shade. */
export const twoColors = (pixels: Uint8Array): [string, string] => {
  const colors = bucketsOf(pixels).map(meanOf)
  const first = colors[0] ?? [0, 0, 0]
  const second = colors.find((color) => distance(color, first) >= MIN_DISTANCE)
  return [hex(first), hex(second ?? [first[0] * 0.6, first[1] * 0.6, first[2] * 0.6])]
}

/** The two main colours of an encoded image. Throws when it cannot be decoded. */
export const mainColors = async (image: Uint8Array): Promise<[string, string]> => {
  const small = sharp(image).resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'fill' }).toColourspace('srgb').removeAlpha()
  return twoColors(await small.raw().toBuffer())
}
