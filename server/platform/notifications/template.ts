import { smsParts } from '@kartis/domain/buyer-message.ts'
import { asOneLine, withoutAddresses } from '@kartis/domain/text.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { withoutMarks } from '@kartis/i18n/plain-text.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { EmailContent } from './email/email-message.ts'

/** What a template renders with, besides its own params. */
export interface RenderContext {
  /** Translates a key into the recipient's language, with what people typed as `inSentence` puts it. */
  readonly t: Translate
  readonly lang: Lang
  /** Host name of this installation. */
  readonly host: string
  /** The message's one-time code; empty where it has none. */
  readonly code: string
}

/** A message for both channels. */
export interface RenderedMessage {
  readonly sms: string
  readonly email: EmailContent
}

export interface TemplateOptions {
  /** Somebody waits for it: it is delivered ahead of all other messages. */
  readonly urgent?: boolean
  /** Minutes after which the message is useless and is not sent any more. */
  readonly expiresAfterMinutes?: number
}

/** A template with its params, ready to be rendered for a recipient. */
export interface MessageContent extends TemplateOptions {
  /** The template's name, stored with each message. */
  readonly template: string
  readonly render: (context: RenderContext) => RenderedMessage
}

/**
 * Defines a message of a module: `send` takes what the returned function makes of typed params.
 * @example const refundDone = defineTemplate('refund_done', ({ number }: { number: string }, { t }) => …)
 */
export const defineTemplate =
  <Params>(
    template: string,
    render: (params: Params, context: RenderContext) => RenderedMessage,
    options: TemplateOptions = {},
  ) =>
  (params: Params): MessageContent => ({ template, ...options, render: (context) => render(params, context) })

const MAX_SMS_NAME = 34

/** A text of a producer in an SMS: on one line and without addresses. */
export const smsLine = (text: string): string => withoutAddresses(asOneLine(text))

/** A name for an SMS: as `smsLine`, and cut to 34 characters or `max`, since a longer one would cost a second SMS. */
export const smsName = (name: string, max = MAX_SMS_NAME): string => {
  const line = smsLine(name)
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line
}

/** An SMS without the marks round names where they would make it a part longer, which everybody who sends it pays for. */
export const withoutCostlyMarks = (sms: string): string => {
  const bare = withoutMarks(sms)
  return smsParts(bare) < smsParts(sms) ? bare : sms
}
