import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { place } from './server.ts'

const address = (): string => {
  const { dataDir } = place()
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim()
  const [file] = globSync(join(dataDir, 'postgres/**/postmaster.pid'))
  if (!file) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  return `postgres://kartis:${password}@127.0.0.1:${readFileSync(file, 'utf8').split('\n')[3]}/kartis`
}

/** Only to make time pass, which nobody can do from outside: everything else goes through the product's own doors. */
const change = async (text: string, values: readonly unknown[]): Promise<number> => {
  const client = new Client({ connectionString: address() })
  await client.connect()
  try {
    return (await client.query(text, [...values])).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** The minutes of a hold are over. */
export const letHoldExpire = async (order: string): Promise<void> => {
  const moved = await change(`update orders set expires_at = now() - interval '1 second' where id = $1`, [order])
  if (moved !== 1) throw new Error(`there is no order ${order}`)
}

/** The event is over since so many minutes. */
export const letEventEnd = async (event: string, minutesAgo: number): Promise<void> => {
  const moved = await change(
    `update events set starts_at = now() - make_interval(mins => $2 + 180), ends_at = now() - make_interval(mins => $2) where id = $1`,
    [event, minutesAgo],
  )
  if (moved !== 1) throw new Error(`there is no event ${event}`)
}

/** The gateway says now what it would say later. */
export const letGatewaySpeak = async (order: string): Promise<void> => {
  const moved = await change(
    `update sandbox_notifies n set due_at = now() where n.delivered_at is null and n.txn_index in (
       select t.txn_index from sandbox_transactions t join payments p on t.user_fields ->> 'kartis_payment' = p.id::text
       where p.order_id = $1)`,
    [order],
  )
  if (moved === 0) throw new Error(`the gateway has nothing to say of order ${order}`)
}
