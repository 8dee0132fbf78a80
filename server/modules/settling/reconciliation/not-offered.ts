import { DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { DomainEvent } from '../../../platform/domain-events/event-types.ts'
import type { Subscription } from '../../../platform/domain-events/reader.ts'

type NotOffered = DomainEvent<'payment.not_offered'>

const noteOf = ({ installments, offered, wallet }: NotOffered['data']): string => {
  const t = translatorFor(DEFAULT_LANG)
  return wallet === 'bit'
    ? t('money:differences.bit_not_offered')
    : t('money:differences.installments_not_offered', { installments, offered })
}

const save = async (tx: Tx, events: readonly NotOffered[]): Promise<void> => {
  await sql`
    insert into reconciliation_exceptions (id, level, kind, subject, scope, day, account_id, event_id, payment_id, ours, theirs,
      state, note, opened_at, changed_at)
    select gen_random_uuid(), 'gateway', 'not_offered', concat(p.terminal_id, ' charge ', p.provider_ref),
      coalesce(p.terminal_id::text, p.provider), (p.paid_at at time zone 'Asia/Jerusalem')::date, p.account_id, p.event_id,
      p.id, p.amount, p.amount, 'open', x.note, x.at, x.at
    from unnest(${events.map(({ eventId }) => eventId)}::uuid[], ${events.map(({ subject }) => subject)}::uuid[],
      ${events.map(({ data }) => noteOf(data))}::text[], ${events.map(({ at }) => at)}::timestamptz[]
    ) as x (event_id, payment_id, note, at)
    join payments p on p.event_id = x.event_id and p.id = x.payment_id
    where p.paid_at is not null
    on conflict (level, kind, subject) do nothing`.execute(tx)
}

/** Makes a difference of each charge in a way that its page did not offer: somebody decides what it costs, and who bears that. */
export const notOfferedEvents = (): Subscription<'payment.not_offered'> => ({
  name: 'reconciliation.not_offered',
  types: ['payment.not_offered'],
  handle: save,
})
