import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file as a reply. */
export interface Download {
  readonly download: Uint8Array | Readable
  /** MIME type. */
  readonly type: string
  /** File name, in any language. */
  readonly name?: string
  /** The browser opens the file instead of saving it. */
  readonly inline?: boolean
  /** Value of Cache-Control; `private, no-store` by default. */
  readonly cache?: string
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const download = (file: Omit<Download, 'download'>, body: Uint8Array | Readable): Download => ({
  ...file,
  download: body,
})

export const isDownload = (value: unknown): value is Download =>
  typeof value === 'object' && value !== null && 'download' in value && 'type' in value

/** The name for programs that read no other one: what is left of it in ASCII. */
const asciiName = (name: string): string => {
  const [, stem = '', extension = ''] = /^(.*?)(\.\w+)?$/.exec(name.replace(/[^\x20-\x7e]|["\\%]/g, ' ')) ?? []
  return `${stem.trim().replace(/\s+/g, ' ') || 'kartis'}${extension}`
}

const disposition = ({ name, inline }: Download): string => {
  const kind = inline ? 'inline' : 'attachment'
  if (!name) return kind
  const ascii = asciiName(name)
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${full}`
}

export const sendDownload = (reply: FastifyReply, file: Download): FastifyReply =>
  reply
    .header('content-disposition', disposition(file))
    .header('cache-control', file.cache ?? 'private, no-store')
    .type(file.type)
    .send(file.download instanceof Uint8Array ? Buffer.from(file.download) : file.download)
