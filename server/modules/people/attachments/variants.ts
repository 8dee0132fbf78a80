import type { Platform } from '../../../platform/platform.ts'
import sharp from 'sharp'
import type { AttachmentRow } from './attachments-queries.ts'

/** The widths of variants. Another width gets the next larger one, which limits how many variants requests can create. */
export const WIDTHS = [400, 640, 828, 1128, 1340] as const
export type Width = (typeof WIDTHS)[number]

export const FORMATS = ['avif', 'webp', 'jpeg'] as const
export type Format = (typeof FORMATS)[number]

export const widthFor = (requestedWidth: number): Width => WIDTHS.find((width) => width >= requestedWidth) ?? 1340

/** The smallest format that the `Accept` header names. */
export const formatFor = (accept: string | undefined): Format => {
  if (accept?.includes('image/avif')) return 'avif'
  return accept?.includes('image/webp') ? 'webp' : 'jpeg'
}

const keyOf = (id: string, width: Width, format: Format): string => `variants/${id}/${width}.${format}`

/** Deletes the image and all its variants; missing files are ignored. */
export const deleteImageFiles = async (
  { files }: Pick<Platform, 'files'>,
  { id, file_key }: Pick<AttachmentRow, 'id' | 'file_key'>,
): Promise<void> => {
  await files.delete(file_key)
  for (const width of WIDTHS) for (const format of FORMATS) await files.delete(keyOf(id, width, format))
}

const render = (original: Uint8Array, width: Width, format: Format): Promise<Buffer> => {
  const image = sharp(original, { limitInputPixels: 4_000_000 }).resize({ width, withoutEnlargement: true })
  if (format === 'avif') return image.avif({ quality: 52, effort: 3 }).toBuffer()
  return format === 'webp'
    ? image.webp({ quality: 80 }).toBuffer()
    : image.jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

/** One rendering at a time leaves the other cores to requests. */
const MAX_CONCURRENT_RENDERS = 1

export interface Variants {
  /** The image in one size and format, rendered on first use; undefined when the original is missing. */
  of(row: Pick<AttachmentRow, 'id' | 'file_key'>, width: Width, format: Format): Promise<Uint8Array | undefined>
}

/** Image variants: rendered once, cached in the file store; concurrent requests share one rendering. */
export const createVariants = ({ files, log }: Pick<Platform, 'files' | 'log'>): Variants => {
  const running = new Map<string, Promise<Uint8Array | undefined>>()
  const waiting: (() => void)[] = []
  let active = 0

  const runLimited = async <T>(task: () => Promise<T>): Promise<T> => {
    if (active >= MAX_CONCURRENT_RENDERS) await new Promise<void>((resolve) => waiting.push(resolve))
    else active += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else active -= 1
    }
  }

  const make = async (fileKey: string, key: string, width: Width, format: Format): Promise<Uint8Array | undefined> => {
    const cached = await files.get(key)
    if (cached) return cached
    const original = await files.get(fileKey)
    if (!original) return undefined
    const rendered = await runLimited(() => render(original, width, format))
    await files
      .put(key, rendered, `image/${format}`)
      .catch((err: unknown) => log.warn({ err }, 'image variant not cached'))
    return rendered
  }

  return {
    of: (row, width, format) => {
      const key = keyOf(row.id, width, format)
      const pending = running.get(key)
      if (pending) return pending
      const promise = make(row.file_key, key, width, format).finally(() => running.delete(key))
      running.set(key, promise)
      return promise
    },
  }
}
