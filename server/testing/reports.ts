import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestGateway } from './gateway.ts'
import { boughtByCard, type Sale } from './sales.ts'
import type { World } from './world.ts'

export interface Charge {
  readonly id: string
  readonly order_id: string
  readonly ref: string
  readonly approval: string
  readonly amount: number
  readonly at: Date
}

/** Buys so many orders; the charges of the event in the order of purchase. */
export const newCharges = async (world: World, gateway: TestGateway, sale: Sale, count: number): Promise<Charge[]> => {
  for (let n = 0; n < count; n += 1) await boughtByCard(world, gateway, sale)
  const { rows } = await sql<Charge>`
    select id, order_id, provider_ref as ref, approval_code as approval, amount, paid_at as at from payments
    where event_id = ${sale.event.uuid} and status = 'paid' order by provider_ref`.execute(world.db)
  return rows
}

/** The path of a file of these lines, or of these bytes. */
export const reportFile = (content: readonly string[] | Buffer): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'kartis-report-')), 'report.csv')
  writeFileSync(path, Buffer.isBuffer(content) ? content : `${content.join('\n')}\n`)
  return path
}

/** A text in windows-1255, where the letters of Hebrew are the bytes from 0xe0 on. */
export const inWindows1255 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text).map((char) =>
      char >= 'א' && char <= 'ת' ? char.charCodeAt(0) - 0x5d0 + 0xe0 : char.charCodeAt(0),
    ),
  )
