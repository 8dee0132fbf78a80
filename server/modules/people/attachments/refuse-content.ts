import { UPLOAD } from '@kartis/domain/limits.ts'
import { type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import { isActivePdf } from './active-pdf.ts'
import type { FileKind } from '@kartis/domain/file-kind.ts'
import { pixelsOf } from './pixels.ts'

/**
 * Refuses a document that would harm whoever opens it: an image of more pixels than a camera takes, which fills the memory
 * of a viewer, and a PDF with scripts, actions that start programs or attached files. Files are stored as they came.
 */
export const refuseContent = async (bytes: Uint8Array, kind: FileKind): Promise<Refusal | undefined> => {
  if (kind === 'application/pdf') return (await isActivePdf(bytes)) ? refuseField('file', 'active_content') : undefined
  const { width = 0, height = 0 } = pixelsOf(bytes, kind) ?? {}
  return Math.max(width, height) > UPLOAD.maxSide || width * height > UPLOAD.maxPixels
    ? refuseField('file', 'too_many_pixels')
    : undefined
}
