import { readMasav } from '@kartis/testing/read-masav.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, saveBank, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { bankFile } from './bank-file.ts'
import { exportBatch } from './export-batch.ts'
import { approvePayout } from './payout-steps.ts'
import { readPayoutsIn } from './payouts-queries.ts'

let world: World

beforeAll(async () => {
  world = await openWorld({
    env: { MASAV_INSTITUTION: '12345678', MASAV_SENDER: '12345', OPERATOR_NAME: 'כרטיס בע״מ' },
  })
})
afterAll(() => world.close())

const TEXT = { letters: 'a', order: 'reversed' } as const

/** An approved payout of a sale less 5.9%. */
const approved = async (owner: Producer, total: number): Promise<string> => {
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total })
  const statement = await statementAt(world, owner, new Date(Date.parse(event.ends_at) + 86_400_000))
  const id = statement?.payout?.id ?? ''
  const result = await approvePayout(world.platform, id, 'Noa')
  if ('problem' in result) throw new Error(result.problem)
  return id
}

describe('a bank file', () => {
  it('has every approved payout once, to the agora, and the same bytes whenever it is written', async () => {
    const owners = [await producer(world), await producer(world)]
    for (const [index, owner] of owners.entries()) await approved(owner, 10_000 * (index + 1))
    const order = { by: 'Dana', payOn: '2026-12-08' }
    const made = await Promise.all([1, 2, 3].map(() => exportBatch(world.platform, order)))
    const batches = made.flatMap(({ batch }) => batch ?? [])
    expect(batches).toMatchObject([{ payouts: 2, total: 9410 + 18_820 }])
    const number = batches[0]?.number ?? 0
    const file = await bankFile(world.platform, number, 'masav')
    const read = readMasav(file?.bytes ?? new Uint8Array(), TEXT)
    expect(read).toMatchObject({ institution: '12345678', payOn: '2026-12-08', serial: number })
    // The 30 characters at 40.
    expect(Buffer.from(file?.bytes.subarray(39, 69) ?? []).toString('latin1')).toBe(`${' '.repeat(20)}KXHIQ AR"N`)
    expect(read.credits.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([9410, 18_820])
    expect(read.credits[0]).toMatchObject({ bank: '10', branch: '607' })
    expect(await bankFile(world.platform, number, 'masav')).toEqual(file)
    const csv = new TextDecoder().decode((await bankFile(world.platform, number, 'csv'))?.bytes)
    expect(csv.split('\r\n')).toHaveLength(4)
    expect(csv).toContain(',94.10,2026-12-08,')
    expect(await bankFile(world.platform, 999_999, 'csv')).toBeUndefined()
  })

  it('is not written without the name of its sender, which Latin letters are not in code A', async () => {
    const owner = await producer(world)
    await approved(owner, 10_000)
    const { batch } = await exportBatch(world.platform, { by: 'Dana', payOn: '2026-12-08' })
    const named = (name: string) => ({
      ...world.platform,
      settings: { ...world.platform.settings, operator: { ...world.platform.settings.operator, name } },
    })
    await expect(bankFile(named('Kartis'), batch?.number ?? 0, 'masav')).rejects.toThrow('OPERATOR_NAME')
    expect(await bankFile(named('Kartis'), batch?.number ?? 0, 'csv')).toBeDefined()
    expect(await bankFile(named('כרטיס'), batch?.number ?? 0, 'masav')).toBeDefined()
  })

  it('leaves out a payout whose bank details were changed after its approval', async () => {
    const owner = await producer(world)
    const id = await approved(owner, 10_000)
    await saveBank(world, owner, '222222')
    const later = { ...world.platform, clock: () => new Date(world.clock.now().getTime() + 4 * 86_400_000) }
    const { batch, withdrawn } = await exportBatch(later, { by: 'Dana', payOn: '2026-12-08' })
    expect([batch, withdrawn.map((payout) => payout.id)]).toEqual([undefined, [id]])
    const [draft] = await readPayoutsIn(world.db, ['draft'], owner.account.uuid)
    expect(draft).toMatchObject({ id, approved_by: null })
    expect(await approvePayout(later, id, 'Noa')).toMatchObject({ state: 'approved' })
    expect((await exportBatch(later, { by: 'Dana', payOn: '2026-12-09' })).batch).toMatchObject({ payouts: 1 })
  })
})
