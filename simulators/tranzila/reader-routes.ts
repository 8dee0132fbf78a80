import { translatorFor } from '@kartis/i18n/server.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findCard } from '../gateway/cards.ts'
import { charge, pageState } from './charge.ts'
import { namedFields } from './credit.ts'
import { declineText } from '../gateway/decline-text.ts'
import { mayReach, pageLang } from '../gateway/options.ts'
import { dress, headStart } from '../gateway/page-reply.ts'
import type { TranzilaOptions } from './options.ts'
import { findHandshake, findReader, insertReader } from './queries.ts'
import { readerPage, type ReaderState } from './reader-page.ts'
import { readShekels, textsOf, writeShekels } from '../gateway/wire.ts'

/**
 * Shows an amount at a card reader. The simulated reader is a page, whose URL is in the reply; a card is tapped by pressing
 * a button.
 */
export const chargeAtReader = async (
  options: TranzilaOptions,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const { thtk } = body
  const handshake = typeof thtk === 'string' ? await findHandshake(options.db, thtk) : undefined
  const amount = readShekels(body['sum'])
  const notify = body['notify_url_address']
  if (!handshake || handshake.amount !== amount) return { error_code: 20003, message: 'Parameter thtk is not valid' }
  if (body['currency'] !== 376 || body['tranmode'] !== 'A')
    return { error_code: 20004, message: 'Transaction type is not supported' }
  const params = {
    ...namedFields(body['user_defined_fields']),
    thtk: handshake.thtk,
    sum: writeShekels(amount),
    currency: '1',
    tranmode: 'A',
    lang: typeof body['lang'] === 'string' ? body['lang'] : 'he',
    pos_id: typeof body['pos_id'] === 'string' ? body['pos_id'] : '',
    ...(typeof notify === 'string' && mayReach(options.publicUrl, notify) && { notify_url_address: notify }),
  }
  await insertReader(options.db, handshake.thtk, params, options.now())
  return {
    error_code: 0,
    message: 'Success',
    reader_url: `${options.publicUrl}${options.prefix}/${handshake.terminal}/reader/${handshake.thtk}`,
  }
}

interface Visit {
  readonly terminal: string
  readonly params: Record<string, string>
}

const visitOf = async (options: TranzilaOptions, route: unknown): Promise<Visit | undefined> => {
  const { terminal = '', thtk = '' } = textsOf(route)
  const reader = await findReader(options.db, thtk)
  return reader && { terminal, params: reader.params }
}

/** A reader accepts one card for an amount: after a result the next attempt needs a new handshake. */
const stateOf = async (options: TranzilaOptions, { terminal, params }: Visit): Promise<ReaderState> => {
  const state = await pageState(options, terminal, params)
  if (!state.open) return state.reason === 'done' ? { kind: 'approved' } : { kind: 'closed' }
  if (state.declined === null) return { kind: 'open', amount: state.amount }
  return { kind: 'declined', reason: declineText(translatorFor(pageLang(params['lang'])), state.declined) }
}

/** The simulated reader. */
export const readerRoutes = (app: FastifyInstance, options: TranzilaOptions): void => {
  const show = (reply: FastifyReply, visit: Visit | undefined, state: ReaderState): FastifyReply => {
    dress(options, reply)
    const lang = pageLang(visit?.params['lang'])
    const page = readerPage({ lang, prefix: options.prefix, reader: visit?.params['pos_id'] ?? '', state })
    return reply.code(visit ? 200 : 404).send(page)
  }
  app.get('/:terminal/reader/:thtk', async (request, reply) => {
    const visit = await visitOf(options, request.params)
    return show(reply, visit, visit ? await stateOf(options, visit) : { kind: 'closed' })
  })
  app.post('/:terminal/reader/:thtk', async (request, reply) => {
    const visit = await visitOf(options, request.params)
    if (!visit) return show(reply, visit, { kind: 'closed' })
    const card = findCard(textsOf(request.body)['card_number'] ?? '')
    const before = await stateOf(options, visit)
    if (!card || before.kind !== 'open') return show(reply, visit, before)
    const outcome = await charge(options, visit.terminal, visit.params, { card, payments: 1 })
    if ('due' in outcome) await headStart(options, outcome.due)
    return show(reply, visit, await stateOf(options, visit))
  })
}
