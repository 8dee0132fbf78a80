import type { Platform } from '../../../platform/platform.ts'
import sharp from 'sharp'
import type { AttachmentRow } from './attachments-queries.ts'

/** Widths that images are given in; any other is answered with the next larger one, so that nobody can make us draw without end. */
export const WIDTHS = [400, 640, 828, 1128, 1340] as const
export type Width = (typeof WIDTHS)[number]

export const FORMATS = ['avif', 'webp', 'jpeg'] as const
export type Format = (typeof FORMATS)[number]

export const widthFor = (asked: number): Width => WIDTHS.find((width) => width >= asked) ?? 1340

/** The smallest format that the caller says it can show. */
export const formatFor = (accept: string | undefined): Format => {
  if (accept?.includes('image/avif')) return 'avif'
  return accept?.includes('image/webp') ? 'webp' : 'jpeg'
}

const keyOf = (id: string, width: Width, format: Format): string => `variants/${id}/${width}.${format}`

/** The image and every size of it that was made; quiet where there is none. */
export const deleteImageFiles = async (
  { files }: Pick<Platform, 'files'>,
  { id, file_key }: Pick<AttachmentRow, 'id' | 'file_key'>,
): Promise<void> => {
  await files.delete(file_key)
  for (const width of WIDTHS) for (const format of FORMATS) await files.delete(keyOf(id, width, format))
}

const draw = (original: Uint8Array, width: Width, format: Format): Promise<Buffer> => {
  const image = sharp(original, { limitInputPixels: 4_000_000 }).resize({ width, withoutEnlargement: true })
  if (format === 'avif') return image.avif({ quality: 52, effort: 3 }).toBuffer()
  return format === 'webp'
    ? image.webp({ quality: 80 }).toBuffer()
    : image.jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

/** Drawings side by side: one core must stay free for the sale. */
const AT_ONCE = 1

export interface Variants {
  /** The image in one size and format, made on first use; nothing where the original is gone. */
  of(row: Pick<AttachmentRow, 'id' | 'file_key'>, width: Width, format: Format): Promise<Uint8Array | undefined>
}

/** Sizes of images: made once, kept in the file store, asked for by many at once. */
export const openVariants = ({ files, log }: Pick<Platform, 'files' | 'log'>): Variants => {
  const running = new Map<string, Promise<Uint8Array | undefined>>()
  const waiting: (() => void)[] = []
  let busy = 0

  const turn = async <T>(act: () => Promise<T>): Promise<T> => {
    if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }

  const make = async (fileKey: string, key: string, width: Width, format: Format): Promise<Uint8Array | undefined> => {
    const kept = await files.get(key)
    if (kept) return kept
    const original = await files.get(fileKey)
    if (!original) return undefined
    const drawn = await turn(() => draw(original, width, format))
    await files
      .put(key, drawn, `image/${format}`)
      .catch((err: unknown) => log.warn({ err }, 'an image size was not kept'))
    return drawn
  }

  return {
    of: (row, width, format) => {
      const key = keyOf(row.id, width, format)
      const known = running.get(key)
      if (known) return known
      const work = make(row.file_key, key, width, format).finally(() => running.delete(key))
      running.set(key, work)
      return work
    },
  }
}
