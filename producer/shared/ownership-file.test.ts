import { UPLOAD } from '@kartis/domain/limits.ts'
import { describe, expect, it } from 'vitest'
import { fileError } from './ownership-file.tsx'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]
const errorOf = (name: string, ...parts: BlobPart[]) => fileError(new File(parts, name))

describe('the file of account ownership', () => {
  it('is a PDF or a picture by its content too', async () => {
    expect(await errorOf('cheque.png', new Uint8Array(PNG))).toBeUndefined()
    expect(await errorOf('cheque.pdf', '%PDF-1.7')).toBeUndefined()
    expect(await errorOf('cheque.png', 'just text')).toBe('file.wrong_kind')
    expect(await errorOf('cheque.docx', '%PDF-1.7')).toBe('file.wrong_kind')
    expect(await errorOf('cheque.pdf', '')).toBe('file.wrong_kind')
  })

  it('is not larger than the server takes', async () => {
    expect(await errorOf('cheque.pdf', '%PDF-1.7', new Uint8Array(UPLOAD.maxBytes))).toBe('file.too_large')
  })
})
