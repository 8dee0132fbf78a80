import sharp from 'sharp'

type Rgb = readonly [number, number, number]

interface Heap {
  weight: number
  r: number
  g: number
  b: number
  n: number
}

const SIDE = 48
/** How far apart (in RGB) two colours must be to count as two. */
const APART = 70

const hex = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const distance = (one: Rgb, other: Rgb): number => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

/** Pixels in heaps of like colour. Vivid ones weigh more: a wash of grey behind a poster says nothing of it. */
const heapsOf = (pixels: Uint8Array): Heap[] => {
  const heaps = new Map<number, Heap>()
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
    const key = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5)
    const heap = heaps.get(key) ?? { weight: 0, r: 0, g: 0, b: 0, n: 0 }
    const most = Math.max(r, g, b)
    const vivid = most === 0 ? 0 : (most - Math.min(r, g, b)) / most
    heap.weight += 0.25 + vivid
    heap.r += r
    heap.g += g
    heap.b += b
    heap.n += 1
    heaps.set(key, heap)
  }
  return [...heaps.values()].toSorted((one, other) => other.weight - one.weight)
}

const meanOf = ({ r, g, b, n }: Heap): Rgb => [r / n, g / n, b / n]

/** The two main colours of raw RGB pixels, as hex. A picture of one colour gives it and a darker shade of it. */
export const twoColors = (pixels: Uint8Array): [string, string] => {
  const colors = heapsOf(pixels).map(meanOf)
  const first = colors[0] ?? [0, 0, 0]
  const second = colors.find((color) => distance(color, first) >= APART)
  return [hex(first), hex(second ?? [first[0] * 0.6, first[1] * 0.6, first[2] * 0.6])]
}

/** Throws when the picture cannot be decoded. */
export const mainColors = async (image: Uint8Array): Promise<[string, string]> => {
  const small = sharp(image).resize(SIDE, SIDE, { fit: 'fill' }).toColourspace('srgb').removeAlpha()
  return twoColors(await small.raw().toBuffer())
}
