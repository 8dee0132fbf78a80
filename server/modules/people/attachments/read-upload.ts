import type { MultipartFile } from '@fastify/multipart'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { cleanName } from './file-kind.ts'
import { tooLarge } from './refuse-file.ts'

export interface Upload {
  readonly bytes: Uint8Array
  readonly name: string
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string>>
}

/** Reads to the end of a file that is too large, so that the client receives the reply instead of a connection reset. */
const read = async (part: MultipartFile): Promise<Uint8Array | undefined> => {
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(chunk as Buffer)
  return part.file.truncated ? undefined : Buffer.concat(chunks)
}

/**
 * Reads a multipart upload: one file in the field `file`, and text fields. Refusals: `unsupported_media_type` for another
 * body, `validation` without a file, `payload_too_large` above `maxBytes`.
 */
export const readUpload = async (request: FastifyRequest, maxBytes: number): Promise<Upload | Refusal> => {
  // Without a boundary nothing separates the parts.
  if (!request.isMultipart() || !/;\s?boundary=/i.test(request.headers['content-type'] ?? ''))
    return refuse('unsupported_media_type')
  const parts = await readParts(request, maxBytes)
  if (isRefusal(parts)) return parts
  const { file, fields } = parts
  if (!file) return refuseField('file', 'required')
  const { bytes, name } = file
  if (!bytes) return tooLarge({ max_bytes: maxBytes })
  return bytes.byteLength === 0 ? refuseField('file', 'required') : { bytes, name, fields }
}

interface Parts {
  readonly file: { readonly bytes: Uint8Array | undefined; readonly name: string } | undefined
  readonly fields: Readonly<Record<string, string>>
}

/** Limits of the upload, which the error handler knows; any other error is a form that is broken or was cut off. */
const isLimit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 413

const readParts = async (request: FastifyRequest, maxBytes: number): Promise<Parts | Refusal> => {
  const fields: Record<string, string> = {}
  let file: Parts['file']
  const options = {
    limits: { fileSize: maxBytes, files: 2, fields: 20, fieldSize: 10_000 },
    throwFileSizeLimit: false,
  }
  try {
    for await (const part of request.parts(options)) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname === 'file' && !file) file = { bytes: await read(part), name: cleanName(part.filename) }
      else part.file.resume()
    }
  } catch (error) {
    if (isLimit(error)) throw error
    return refuseField('body', 'invalid')
  }
  return { file, fields }
}
