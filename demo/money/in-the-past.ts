import { insertPast } from '../history-queries.ts'
import { type Message, type Platform, sentTexts, type Tx } from '../server.ts'

const messageRow = (platform: Platform, message: Message, at: Date) => {
  const { channel, to, lang, content } = message
  const { subject, text } = sentTexts({ channel, to, lang, content }, platform.settings)
  return {
    id: platform.newId(),
    channel,
    to,
    lang,
    template: content.template,
    subject,
    text,
    status: 'sent',
    attempts: 1,
    provider: 'outbox',
    account_id: message.accountId ?? null,
    event_id: message.eventId ?? null,
    order_id: message.orderId ?? null,
    created_at: at.toISOString(),
    sent_at: at.toISOString(),
  }
}

/**
 * The platform as it was at an instant: actions of the server act then. Their messages arrived at once. Their jobs and domain
 * events are left out: whoever acts in the past does what follows from it as well, and the ledger reads the tables.
 */
export const inThePast = (platform: Platform, tx: Tx, at: Date): Platform => {
  const send = async (messages: readonly Message[]): Promise<(string | undefined)[]> => {
    const rows = messages.map((message) => messageRow(platform, message, at))
    await insertPast(tx, 'messages', rows)
    return rows.map(({ id }) => id)
  }
  const nothing = async (): Promise<void> => undefined
  return {
    ...platform,
    db: tx,
    clock: () => at,
    notifications: {
      ...platform.notifications,
      send: async (_db, message) => (await send([message]))[0],
      sendMany: (_db, messages) => send(messages),
    },
    jobs: { ...platform.jobs, enqueue: nothing, enqueueMany: nothing },
    domainEvents: { ...platform.domainEvents, append: nothing, written: () => undefined },
  }
}
