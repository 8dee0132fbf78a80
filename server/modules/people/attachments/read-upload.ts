import type { MultipartFile } from '@fastify/multipart'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { cleanName } from './file-kind.ts'

export interface Upload {
  readonly bytes: Uint8Array
  readonly name: string
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string>>
}

const tooLarge = (maxBytes: number): Refusal => refuse('payload_too_large', { detail: { max_bytes: maxBytes } })

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
  if (!request.isMultipart()) return refuse('unsupported_media_type')
  const fields: Record<string, string> = {}
  let file: { bytes: Uint8Array | undefined; name: string } | undefined
  const options = {
    limits: { fileSize: maxBytes, files: 2, fields: 20, fieldSize: 10_000 },
    throwFileSizeLimit: false,
  }
  for await (const part of request.parts(options)) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (part.fieldname === 'file' && !file) file = { bytes: await read(part), name: cleanName(part.filename) }
    else part.file.resume()
  }
  if (!file) return refuseField('file', 'required')
  const { bytes, name } = file
  if (!bytes) return tooLarge(maxBytes)
  return bytes.byteLength === 0 ? refuseField('file', 'required') : { bytes, name, fields }
}
