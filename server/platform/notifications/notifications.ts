import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Db, Tx } from '../database/db.ts'
import { emailHtml, emailText } from './email/email-message.ts'
import type { EmailFrame } from './email/email-message.ts'
import { messageProvidersOf } from './providers.ts'
import type { MessageProviders } from './providers.ts'
import { DELIVER, DELIVER_AT_ONCE, defineDelivery, SEALED } from './delivery.ts'
import type { DeliverySetup } from './delivery.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { say } from './message-templates.ts'
import type { Template, TemplateParams } from './message-templates.ts'
import { insertMessages } from './messages-queries.ts'
import type { NewMessage } from './messages-queries.ts'
import type { MessageAttachment } from '../database/schema-columns.ts'
import type { Settings } from '../config/settings.ts'

interface MessageOf<T extends Template> {
  readonly channel: 'sms' | 'email'
  /** E.164 or an e-mail address. */
  readonly to: string
  /** The reader's language, in any spelling; Hebrew where it is none of ours. */
  readonly lang: string
  readonly template: T
  readonly params: TemplateParams[T]
  /** What may not lie readable in the database once messages really go out. `code` is the one-time code. */
  readonly secret?: { readonly code?: string }
  /** Files of the store, sent along with an e-mail. */
  readonly attachments?: readonly MessageAttachment[]
  readonly accountId?: string | undefined
  readonly eventId?: string | undefined
  readonly orderId?: string | undefined
}

export type Message = { [T in Template]: MessageOf<T> }[Template]

export interface Notifications {
  /** Writes the message and its delivery job through `db`: with a transaction, it goes if and only if that commits. Answers its uuid. */
  send(db: Db | Tx, message: Message): Promise<string>
  /** Any number of messages with two statements; their uuids in the same order. */
  sendMany(db: Db | Tx, messages: readonly Message[]): Promise<string[]>
  /** Lets go of the connections to mail servers; call it after the jobs have stopped. */
  close(): Promise<void>
}

export interface NotificationsSetup extends Omit<DeliverySetup, 'providers'> {
  readonly settings: Pick<Settings, 'publicUrl' | 'messages'>
  readonly jobs: Jobs
  readonly newId: () => string
  /** Those that the settings name, unless told. */
  readonly providers?: MessageProviders
}

interface Texts {
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
}

/** Codes and the tokens of links as bullets: what stays behind of a message that really went out. */
const concealed = (text: string, code: string | undefined): string => {
  const links = text.replace(/([?&](?:amp;)?token=)[^\s&"<#]+/g, '$1•••')
  return code ? links.replaceAll(code, '•'.repeat(code.length)) : links
}

const textsOf = (message: Message, host: string): Texts => {
  const lang: Lang = asLang(message.lang) ?? DEFAULT_LANG
  const words = translatorFor(lang)
  const said = say(message.template, message.params as never, { words, lang, host, code: message.secret?.code ?? '' })
  if (message.channel === 'sms') return { subject: null, text: said.sms, html: null }
  const frame: EmailFrame = {
    lang,
    brand: words('messages:brand'),
    footer: words('messages:footer'),
    openLink: words('messages:open_link'),
  }
  return { subject: said.letter.subject, text: emailText(said.letter, frame), html: emailHtml(said.letter, frame) }
}

/** In the outbox everything is readable; else the row keeps a concealed text and the real one sealed until it has gone. */
const stored = (message: Message, texts: Texts, setup: NotificationsSetup): Texts & Pick<NewMessage, 'secret'> => {
  const code = message.secret?.code
  if (setup.settings.messages.where === 'outbox') return { ...texts, secret: code ? { code } : null }
  const hidden: Texts = {
    subject: texts.subject && concealed(texts.subject, code),
    text: concealed(texts.text, code),
    html: texts.html && concealed(texts.html, code),
  }
  const open = hidden.text === texts.text && hidden.html === texts.html && hidden.subject === texts.subject
  return { ...hidden, secret: open ? null : { sealed: setup.keys.encrypt(SEALED, JSON.stringify(texts)) } }
}

/** What stays readable of a message that went out long ago; its HTML is large and nobody reads it again. */
export const leftBehind = (
  message: Message,
  { publicUrl, messages }: NotificationsSetup['settings'],
): Pick<Texts, 'subject' | 'text'> => {
  const { subject, text } = textsOf(message, new URL(publicUrl).hostname)
  return { subject, text: messages.where === 'outbox' ? text : concealed(text, undefined) }
}

const rowOf = (message: Message, setup: NotificationsSetup, host: string): NewMessage => ({
  id: setup.newId(),
  channel: message.channel,
  to: message.channel === 'email' ? message.to.trim() : message.to,
  lang: asLang(message.lang) ?? DEFAULT_LANG,
  template: message.template,
  ...stored(message, textsOf(message, host), setup),
  attachments: message.attachments && message.attachments.length > 0 ? message.attachments : null,
  account_id: message.accountId ?? null,
  event_id: message.eventId ?? null,
  order_id: message.orderId ?? null,
  created_at: setup.clock().toISOString(),
})

const queueOf = (template: string): string => (template === 'login_code' ? DELIVER_AT_ONCE : DELIVER)

/** Rows of one statement; more are cut into several. */
const MOST = 1000

/** The post, with its delivery defined among the jobs: open it before they start. */
export const createNotifications = (setup: NotificationsSetup): Notifications => {
  const host = new URL(setup.settings.publicUrl).hostname
  const providers = setup.providers ?? messageProvidersOf(setup.settings.messages)
  defineDelivery(setup.jobs, { ...setup, providers })
  const sendMany: Notifications['sendMany'] = async (db, messages) => {
    const ids: string[] = []
    for (let from = 0; from < messages.length; from += MOST) {
      const part = messages.slice(from, from + MOST)
      const rows = part.map((message) => rowOf(message, setup, host))
      await insertMessages(db, rows)
      for (const queue of [DELIVER_AT_ONCE, DELIVER]) {
        const due = rows.filter(({ template }) => queueOf(template) === queue)
        const jobs = due.map(({ id }) => ({ id }))
        await setup.jobs.enqueueMany(db, queue, jobs)
      }
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  }
  return {
    sendMany,
    close: () => providers.close(),
    send: async (db, message) => {
      const [id] = await sendMany(db, [message])
      if (!id) throw new Error('the message was not written')
      return id
    },
  }
}
