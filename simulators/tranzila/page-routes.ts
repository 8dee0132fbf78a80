import type { FastifyInstance, FastifyReply } from 'fastify'
import { translatorFor } from '@kartis/i18n/server.ts'
import { type CardErrors, OWN_FIELDS, readCardForm } from '../gateway/card-form.ts'
import { charge, closedFor, offerOf, pageState } from './charge.ts'
import type { PageState } from './charge.ts'
import { declineText } from '../gateway/decline-text.ts'
import { mayReach, pageLang } from '../gateway/options.ts'
import { dress, headStart, sampleOf } from '../gateway/page-reply.ts'
import type { TranzilaOptions } from './options.ts'
import { challengePage, closedPage, formPage } from '../gateway/page.ts'
import { returnAddress } from './result-fields.ts'
import { textsOf } from '../gateway/wire.ts'

interface Visit {
  readonly terminal: string
  /** Parameters that the page was opened with, by GET or POST. */
  readonly params: Record<string, string>
  readonly carried: Record<string, string>
  readonly typed: Record<string, string>
}

/** The routes for the buyer's browser: the payment page, which posts to itself. */
export const pageRoutes = (app: FastifyInstance, options: TranzilaOptions): void => {
  app.get('/:terminal/iframenew.php', async (request, reply) => {
    const visit = visitOf(request.params, request.query, undefined)
    return showPage(options, reply, visit, await openState(options, visit))
  })
  app.post('/:terminal/iframenew.php', async (request, reply) => {
    const visit = visitOf(request.params, request.query, request.body)
    const form = readCardForm(visit.typed, options.now(), offerOf(visit.params))
    // The charge itself checks under its locks whether the page is open, so nothing is checked before it.
    if (!form.ok || !hasFitAddresses(options, visit) || closedFor(options, visit.terminal, visit.params)) {
      const state = await openState(options, visit)
      const typed = visit.typed['card_number'] !== undefined && state !== 'address' && state.open
      return showPage(options, reply, visit, state, typed && !form.ok ? form.errors : {})
    }
    if (form.challenge) return showChallenge(options, reply, visit)
    const outcome = await charge(options, visit.terminal, visit.params, form)
    if ('open' in outcome) return showPage(options, reply, visit, outcome)
    await headStart(options, outcome.due)
    return goBack(reply, visit, outcome.charged.response === '000', outcome.result)
  })
}

const visitOf = (route: unknown, query: unknown, body: unknown): Visit => {
  const posted = Object.entries(textsOf(body))
  const carried = Object.fromEntries(posted.filter(([name]) => !OWN_FIELDS.has(name)))
  return {
    terminal: textsOf(route)['terminal'] ?? '',
    params: { ...carried, ...textsOf(query) },
    carried,
    typed: Object.fromEntries(posted.filter(([name]) => OWN_FIELDS.has(name))),
  }
}

type Shown = PageState | 'address'

const hasFitAddresses = (options: TranzilaOptions, { params }: Visit): boolean => {
  const addresses = ['success_url_address', 'fail_url_address', 'notify_url_address'].map((name) => params[name])
  const [success, fail, notify] = addresses
  const fit = [success, fail].every((address) => mayReach(options.publicUrl, address))
  return fit && (notify === undefined || mayReach(options.publicUrl, notify))
}

const openState = (options: TranzilaOptions, visit: Visit): Promise<Shown> | 'address' =>
  hasFitAddresses(options, visit) ? pageState(options, visit.terminal, visit.params) : 'address'

const CLOSED_CODES = { handshake: '912791', expired: '912791', sum: '912791' } as const
const CLOSED_STATUS = {
  terminal: 404,
  address: 400,
  kind: 400,
  handshake: 400,
  sum: 400,
  expired: 410,
  done: 200,
} as const

const showPage = (
  options: TranzilaOptions,
  reply: FastifyReply,
  visit: Visit,
  state: Shown,
  errors: CardErrors = {},
): FastifyReply => {
  const lang = pageLang(visit.params['lang'])
  const { prefix } = options
  dress(options, reply)
  if (state === 'address') return reply.code(400).send(closedPage({ lang, prefix, reason: 'address' }))
  if (!state.open) {
    if (state.reason === 'done' && visit.typed['card_number'] !== undefined)
      // A second submit or a reload gets the reply of the first.
      return goBack(reply, visit, true, state.result)
    const back =
      state.reason === 'done'
        ? returnAddress(visit.params['success_url_address'] ?? '', state.result)
        : visit.params['fail_url_address']
    const code = state.reason in CLOSED_CODES ? CLOSED_CODES.sum : undefined
    return reply.code(CLOSED_STATUS[state.reason]).send(closedPage({ lang, prefix, reason: state.reason, code, back }))
  }
  const wrong = Object.keys(errors).length > 0
  return reply.code(wrong ? 422 : 200).send(
    formPage({
      lang,
      prefix,
      amount: state.amount,
      ...offerOf(visit.params),
      description: visit.params['pdesc'] ?? '',
      typed: visit.typed,
      errors,
      ...(!wrong && state.declined !== null && { declined: declineText(translatorFor(lang), state.declined) }),
      carried: visit.carried,
      sample: sampleOf(options.now()),
    }),
  )
}

const showChallenge = async (options: TranzilaOptions, reply: FastifyReply, visit: Visit): Promise<FastifyReply> => {
  const state = await openState(options, visit)
  if (state === 'address' || !state.open) return showPage(options, reply, visit, state)
  dress(options, reply)
  const fields = { ...visit.carried, ...visit.typed }
  return reply.send(
    challengePage({ lang: pageLang(visit.params['lang']), prefix: options.prefix, amount: state.amount, fields }),
  )
}

const goBack = (reply: FastifyReply, visit: Visit, approved: boolean, result: Record<string, string>): FastifyReply => {
  const address = visit.params[approved ? 'success_url_address' : 'fail_url_address'] ?? ''
  return reply.header('cache-control', 'no-store').redirect(returnAddress(address, result), 303)
}
