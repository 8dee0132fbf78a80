import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { translatorFor } from '@kartis/i18n/server.ts'
import { type CardErrors, type Offer, OWN_FIELDS, readCardForm } from './card-form.ts'
import { chargeOnPage } from './charge-page.ts'
import { declineText } from './decline-text.ts'
import type { HostedGateway, PageParams, PageRow } from './hosted-gateway.ts'
import { mayReach, pageLang, type SimulatorOptions } from './options.ts'
import { challengePage, closedPage, formPage } from './page.ts'
import { dress, headStart, sampleOf } from './page-reply.ts'
import type { SandboxDb } from './transactions.ts'
import { textsOf } from './wire.ts'

export interface NewPage {
  readonly terminal: string
  readonly amount: number
  readonly expiresAt: Date
  readonly params: PageParams
}

/** Opens a page and returns its id; undefined when an address is not the shop's. */
export const openHostedPage = async (
  options: SimulatorOptions,
  gateway: HostedGateway,
  { terminal, amount, expiresAt, params }: NewPage,
): Promise<string | undefined> => {
  const addresses = [params.success, params.fail, params.notify]
  if (!addresses.every((address) => mayReach(options.publicUrl, address))) return undefined
  const id = randomUUID()
  await options.db
    .insertInto('sandbox_pages')
    .values({
      id,
      gateway: gateway.name,
      terminal,
      amount,
      params: JSON.stringify(params),
      created_at: options.now(),
      expires_at: expiresAt,
      used_by: null,
      declined: null,
    })
    .execute()
  return id
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const readHostedPage = async (
  db: SandboxDb,
  gateway: Pick<HostedGateway, 'name'>,
  id: unknown,
): Promise<PageRow | undefined> => {
  if (typeof id !== 'string' || !UUID.test(id)) return undefined
  const row = await db
    .selectFrom('sandbox_pages')
    .selectAll()
    .where('id', '=', id)
    .where('gateway', '=', gateway.name)
    .executeTakeFirst()
  return row && { ...row, params: row.params as unknown as PageParams }
}

const offerOf = ({ params }: PageRow): Offer => ({ maxPayments: params.maxPayments, bit: params.bit })

const closed = (
  options: SimulatorOptions,
  reply: FastifyReply,
  page: PageRow | undefined,
): FastifyReply | undefined => {
  const { prefix } = options
  const lang = pageLang(page?.params.lang)
  if (!page) return reply.code(404).send(closedPage({ lang, prefix, reason: 'terminal' }))
  const { success, fail } = page.params
  if (page.used_by !== null) return reply.send(closedPage({ lang, prefix, reason: 'done', back: success }))
  if (page.expires_at > options.now()) return undefined
  return reply.code(410).send(closedPage({ lang, prefix, reason: 'expired', back: fail }))
}

const showForm = (
  options: SimulatorOptions,
  reply: FastifyReply,
  page: PageRow,
  typed: Record<string, string> = {},
  errors: CardErrors = {},
): FastifyReply => {
  const lang = pageLang(page.params.lang)
  const wrong = Object.keys(errors).length > 0
  return reply.code(wrong ? 422 : 200).send(
    formPage({
      lang,
      prefix: options.prefix,
      amount: page.amount,
      ...offerOf(page),
      description: page.params.description,
      typed,
      errors,
      ...(!wrong && page.declined !== null && { declined: declineText(translatorFor(lang), page.declined) }),
      carried: {},
      sample: sampleOf(options.now()),
    }),
  )
}

/** The page of the buyer's browser, which posts to itself. */
export const hostedPageRoutes = (app: FastifyInstance, options: SimulatorOptions, gateway: HostedGateway): void => {
  app.get('/pay/:id', async (request, reply) => {
    dress(options, reply)
    const page = await readHostedPage(options.db, gateway, textsOf(request.params)['id'])
    const gone = closed(options, reply, page)
    return gone ?? (page ? showForm(options, reply, page) : reply)
  })
  app.post('/pay/:id', async (request, reply) => {
    dress(options, reply)
    const page = await readHostedPage(options.db, gateway, textsOf(request.params)['id'])
    const gone = closed(options, reply, page)
    if (gone || !page) return gone ?? reply
    const typed = Object.fromEntries(Object.entries(textsOf(request.body)).filter(([name]) => OWN_FIELDS.has(name)))
    const form = readCardForm(typed, options.now(), offerOf(page))
    if (!form.ok) return showForm(options, reply, page, typed, form.errors)
    if (form.challenge) {
      const { prefix } = options
      return reply.send(challengePage({ lang: pageLang(page.params.lang), prefix, amount: page.amount, fields: typed }))
    }
    const charged = await chargeOnPage(options, gateway, page, form)
    if (!charged) return closed(options, reply, await readHostedPage(options.db, gateway, page.id)) ?? reply
    await headStart(options, charged.due)
    return reply.header('cache-control', 'no-store').redirect(gateway.returnTo(page, charged.row), 303)
  })
}
