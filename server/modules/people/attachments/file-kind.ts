import type { FileKind } from '@kartis/domain/file-kind.ts'

export const EXTENSION: Record<FileKind, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
}

const EXTENSIONS = /(\.[A-Za-z0-9]{1,8})+$/

/**
 * The name under which a file is shown and downloaded: what the uploader called it, without path, control and bidi
 * characters, and with the extension of what it really is; at most 120 characters. `run.hta` that is a JPG becomes `run.jpg`.
 */
export const cleanName = (name: string, contentType?: string): string => {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const cleaned = last.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  if (contentType === undefined) return cleaned.slice(-120) || 'file'
  const stem = cleaned.replace(EXTENSIONS, '').replace(/^\.+/, '').slice(0, 110).trim() || 'file'
  return `${stem}.${(EXTENSION as Readonly<Record<string, string>>)[contentType] ?? 'bin'}`
}
