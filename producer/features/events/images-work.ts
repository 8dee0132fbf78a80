import type { ImageSlot } from '@kartis/domain/limits.ts'

/** A chosen picture and the slots it is cropped for, one after another. */
export interface Work {
  readonly picture: ImageBitmap
  /** Object URL of the picture for the crop dialog. */
  readonly url: string
  readonly slots: readonly ImageSlot[]
}
