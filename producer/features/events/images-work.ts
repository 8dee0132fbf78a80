import type { ImageSlot } from '@kartis/domain/limits.ts'

/** A picture that was chosen, and the slots it is cropped for one after another. */
export interface Work {
  readonly picture: ImageBitmap
  /** An address of the same picture for the crop window to show. */
  readonly url: string
  readonly slots: readonly ImageSlot[]
}
