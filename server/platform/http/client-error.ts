import type { Socket } from 'node:net'
import { refuse, type RefusalCode } from '@kartis/domain/refusal.ts'
import { DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { FastifyInstance } from 'fastify'
import { refusalReply } from './error-handler.ts'

/** What Node makes of bytes that are no request: its status line, and the code of our errors. */
const ANSWERS: Readonly<Record<string, readonly [line: string, code: RefusalCode]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'unspecific'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'payload_too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'payload_too_large'],
}

const MALFORMED = ['400 Bad Request', 'unspecific'] as const

/** Writes an answer past the routes, in the shape of every other error, and closes the connection. */
const answer = (socket: Socket, [line, code]: readonly [line: string, code: RefusalCode]): void => {
  if (socket.writable) {
    const body = JSON.stringify(refusalReply(refuse(code), DEFAULT_LANG).body)
    const headers = [
      `HTTP/1.1 ${line}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ]
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}

/**
 * Answers malformed HTTP, which reaches no route and no hook, in the shape of every other error, and closes the connection.
 * Nothing is known of the caller's language.
 */
export const clientErrorHandler = function (
  this: FastifyInstance,
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  answer(socket, ANSWERS[error.code ?? ''] ?? MALFORMED)
}

/** Node.js keeps the first of two Host headers, a proxy in front of it perhaps the second: such a request is malformed (RFC 9112). */
export const refuseTwoHosts = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const names = request.raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    if (names.length < 2) return done()
    reply.hijack()
    answer(request.raw.socket, MALFORMED)
  })
}
