import type { FastifyInstance, FastifyRequest } from 'fastify'
import { creditCard, refundBit } from './credit.ts'
import type { TranzilaOptions } from './options.ts'
import { insertHandshake } from './queries.ts'
import { chargeAtReader } from './reader-routes.ts'
import { report } from './report.ts'
import { isSigned } from './signature.ts'
import { readShekels, textsOf } from '../gateway/wire.ts'

type Reply = Record<string, unknown>

/** Server-to-server routes: handshakes, credits, the report. */
export const apiRoutes = (app: FastifyInstance, options: TranzilaOptions): void => {
  const { terminal, password } = options.credentials

  app.get('/v1/handshake/create', async (request, reply) => {
    const query = textsOf(request.query)
    const amount = readShekels(query['sum'])
    void reply.type('text/plain; charset=utf-8')
    if (query['supplier'] !== terminal || query['TranzilaPW'] !== password || !amount) return 'error=Invalid request'
    return `thtk=${await insertHandshake(options.db, { terminal, amount, now: options.now() })}`
  })

  const signed = (path: string, action: (body: Record<string, unknown>) => Promise<Reply> | Reply): void => {
    app.post(path, async (request, reply) => {
      const body = objectOf(request)
      if (!isSigned(options, request.headers) || body['terminal_name'] !== terminal)
        return reply.code(401).send({ code: 401, message: 'Unauthorized' })
      return action(body)
    })
  }

  signed('/v2/handshake/create', async (body) => {
    const amount = readShekels(body['sum'])
    if (!amount) return { error_code: 20003, message: 'Parameter sum is not valid' }
    return {
      error_code: 0,
      message: 'Success',
      thtk: await insertHandshake(options.db, { terminal, amount, now: options.now() }),
    }
  })
  signed('/v1/transaction/credit_card/create', (body) => creditCard(options, body))
  signed('/v1/transaction/bit/refund', (body) => refundBit(options, body))
  signed('/v1/emv/transaction', (body) => chargeAtReader(options, body))
  signed('/v1/transaction', (body) => report(options, body))
}

const objectOf = (request: FastifyRequest): Record<string, unknown> =>
  typeof request.body === 'object' && request.body !== null ? (request.body as Record<string, unknown>) : {}
