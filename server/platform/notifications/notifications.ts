import { asLang, DEFAULT_LANG, type Lang } from '@kartis/i18n/lang.ts'
import type { Settings } from '../config/settings.ts'
import type { Db, Tx } from '../database/db.ts'
import type { MessageAttachment } from '../database/schema-columns.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { defineDelivery, DELIVER, DELIVER_URGENT, deliveryJobs, type DeliverySetup, SEALED } from './delivery.ts'
import { emailFrameOf } from './email/email-frame.ts'
import { emailBody, emailText, LAYOUT } from './email/email-message.ts'
import { type BudgetedMessage, countMessages, takeBudget, type UnpaidCause } from './message-budget.ts'
import { insertMessages, type NewMessage } from './messages-queries.ts'
import { type MessageProviders, messageProvidersOf } from './providers.ts'
import { sentencesIn } from './sentences.ts'
import { type MessageContent, withoutCostlyMarks } from './template.ts'

export interface Message {
  readonly channel: 'sms' | 'email'
  /** E.164 or an e-mail address. */
  readonly to: string
  /** The recipient's language, in any spelling; Hebrew where it is none of the supported ones. */
  readonly lang: string
  readonly content: MessageContent
  /** Data that must not stay readable in the database of an installation that really sends. `code`: the one-time code. */
  readonly secret?: { readonly code?: string }
  /** Stored files that are attached to an e-mail. */
  readonly attachments?: readonly MessageAttachment[]
  /** Nobody paid for what it says, so that it counts against the budgets of `UNPAID_MESSAGES`. Absent where `takeBudget` counted it. */
  readonly unpaid?: UnpaidCause | undefined
  readonly accountId?: string | undefined
  readonly eventId?: string | undefined
  readonly orderId?: string | undefined
}

export interface Notifications {
  /**
   * Writes the message and its delivery job through `db`; in a transaction it is sent if and only if that commits. Returns
   * its uuid, or undefined where it exceeds a budget and is not written.
   */
  send(db: Db | Tx, message: Message): Promise<string | undefined>
  /** Writes any number of messages with two statements; returns in the same order what `send` returns. */
  sendMany(db: Db | Tx, messages: readonly Message[]): Promise<(string | undefined)[]>
  /**
   * Counts unpaid messages that will be sent because of this transaction, for callers who can refuse what would cause them.
   * Beyond a budget it throws `too_many_requests` as a `RefusalError`, which undoes the transaction: of parallel requests
   * only those succeed whose messages are sent. Call it last, since it locks counters that many share.
   */
  takeBudget(tx: Tx, messages: readonly BudgetedMessage[]): Promise<void>
  /** Closes the connections to mail servers; call it after the jobs have stopped. */
  close(): Promise<void>
}

export interface NotificationsSetup extends Omit<DeliverySetup, 'providers'> {
  readonly settings: Pick<Settings, 'publicUrl' | 'messages' | 'rateLimits'>
  readonly jobs: Jobs
  readonly newId: () => string
  /** The providers of the settings by default. */
  readonly providers?: MessageProviders
}

interface Texts {
  readonly subject: string | null
  readonly text: string
  /** Without its layout. */
  readonly html: string | null
}

/** Replaces the code and the tokens in links by bullets. */
const redacted = (text: string, code: string | undefined): string => {
  const links = text.replace(/([?&](?:amp;)?token=)[^\s&"<#]+/g, '$1•••')
  return code ? links.replaceAll(code, '•'.repeat(code.length)) : links
}

const textsOf = (message: Message, host: string): Texts => {
  const lang: Lang = asLang(message.lang) ?? DEFAULT_LANG
  const t = sentencesIn(lang)
  const { sms, email } = message.content.render({ t, lang, host, code: message.secret?.code ?? '' })
  if (message.channel === 'sms') return { subject: null, text: withoutCostlyMarks(sms), html: null }
  const frame = emailFrameOf(lang)
  return { subject: email.subject, text: emailText(email, frame), html: emailBody(email, frame) }
}

/**
 * The outbox keeps everything readable; otherwise the row has a redacted text, and the real one encrypted until it is sent.
 * Nobody reads redacted HTML.
 */
const storedTexts = (
  message: Message,
  texts: Texts,
  setup: NotificationsSetup,
): Pick<NewMessage, keyof Texts | 'secret'> => {
  const code = message.secret?.code
  if (setup.settings.messages.where === 'outbox') return { ...texts, secret: code ? { code } : null }
  const open: Texts = {
    subject: texts.subject && redacted(texts.subject, code),
    text: redacted(texts.text, code),
    html: texts.html && redacted(texts.html, code),
  }
  const isOpen = open.text === texts.text && open.html === texts.html && open.subject === texts.subject
  if (isOpen) return { ...open, secret: null }
  return { ...open, html: null, secret: { sealed: setup.keys.encrypt(SEALED, JSON.stringify(texts)) } }
}

/** The texts that an old, sent message has in the database; its HTML is not kept. For demo data. */
export const sentTexts = (
  message: Message,
  { publicUrl, messages }: Pick<Settings, 'publicUrl' | 'messages'>,
): Pick<Texts, 'subject' | 'text'> => {
  const { subject, text } = textsOf(message, new URL(publicUrl).hostname)
  return { subject, text: messages.where === 'outbox' ? text : redacted(text, undefined) }
}

const rowOf = (message: Message, setup: NotificationsSetup, host: string): NewMessage => {
  const now = setup.clock()
  const { template, expiresAfterMinutes } = message.content
  const stored = storedTexts(message, textsOf(message, host), setup)
  const expires_at =
    expiresAfterMinutes === undefined ? undefined : new Date(now.getTime() + expiresAfterMinutes * 60_000).toISOString()
  return {
    id: setup.newId(),
    channel: message.channel,
    to: message.channel === 'email' ? message.to.trim() : message.to,
    lang: asLang(message.lang) ?? DEFAULT_LANG,
    template,
    ...stored,
    layout: message.channel === 'email' ? LAYOUT : null,
    secret: expires_at === undefined ? stored.secret : { ...stored.secret, expires_at },
    attachments: message.attachments && message.attachments.length > 0 ? message.attachments : null,
    account_id: message.accountId ?? null,
    event_id: message.eventId ?? null,
    order_id: message.orderId ?? null,
    created_at: now.toISOString(),
  }
}

/** Rows of one insert. */
const MAX_ROWS = 1000

/** Opens the notifications of this process and defines their delivery jobs: call it before the jobs start. */
export const createNotifications = (setup: NotificationsSetup): Notifications => {
  const host = new URL(setup.settings.publicUrl).hostname
  const providers = setup.providers ?? messageProvidersOf(setup.settings.messages)
  defineDelivery(setup.jobs, { ...setup, providers })

  /** Writes the messages but those that exceed a budget: their number is logged, and nothing of them is kept. */
  const withinBudgets = async (db: Db | Tx, messages: readonly Message[]): Promise<readonly Message[]> => {
    const unpaid = messages.filter((message) => message.unpaid !== undefined)
    if (!setup.settings.rateLimits || unpaid.length === 0) return messages
    const counted = await countMessages(
      db,
      setup,
      unpaid.map(({ channel, to, accountId, unpaid: cause = {} }) => ({ channel, to, accountId, cause })),
    )
    const exceeding = new Map(unpaid.map((message, place) => [message, counted[place]]))
    for (const [{ content, accountId }, holder] of exceeding)
      if (holder)
        setup.log.warn({ template: content.template, account: accountId, budget: holder }, 'message over budget')
    return messages.filter((message) => exceeding.get(message) === undefined)
  }
  const insertPart = async (db: Db | Tx, messages: readonly Message[]): Promise<(string | undefined)[]> => {
    const all = messages.map((message) => ({ message, row: rowOf(message, setup, host) }))
    const allowed = new Set(await withinBudgets(db, messages))
    const written = all.filter(({ message }) => allowed.has(message))
    const rows = written.map(({ row }) => row)
    if (rows.length > 0) await insertMessages(db, rows)
    for (const urgent of [true, false]) {
      const ids = rows.flatMap(({ id }, index) =>
        (written[index]?.message.content.urgent ?? false) === urgent ? [id] : [],
      )
      await setup.jobs.enqueueMany(db, urgent ? DELIVER_URGENT : DELIVER, deliveryJobs(ids))
    }
    return all.map(({ message, row }) => (allowed.has(message) ? row.id : undefined))
  }
  const sendMany: Notifications['sendMany'] = async (db, messages) => {
    const ids: (string | undefined)[] = []
    for (let from = 0; from < messages.length; from += MAX_ROWS)
      ids.push(...(await insertPart(db, messages.slice(from, from + MAX_ROWS))))
    return ids
  }
  return {
    sendMany,
    takeBudget: async (tx, messages) => {
      if (setup.settings.rateLimits) await takeBudget(tx, setup, messages)
    },
    close: () => providers.close(),
    send: async (db, message) => (await sendMany(db, [message]))[0],
  }
}
