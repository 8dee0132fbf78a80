import { costText, measureCpu, type Measured, post } from './load.ts'
import { figureOf } from './figure.ts'
import type { Benchmark } from './report.ts'
import { type Server, startCeiling, startKartis } from './servers.ts'
import { median } from './percentiles.ts'
import { producer, sale, stockOf } from './world.ts'

const BUYERS = 200
const TARGET = 0.8
const PLENTY = 1_000_000
const FEW = 1000

const bodyOf = ({ event, type }: { event: string; type: string }) => ({
  event_uuid: event,
  items: [{ events_ticket_uuid: type, quantity: 1 }],
})

const urlOf = (server: Server): string => `${server.url}/api/v1/public/orders`

const measure = (server: Server, body: unknown, seconds: number): Promise<Measured> =>
  measureCpu(server, () => post(urlOf(server), body, { connections: BUYERS, seconds }))

/** Pairs of short turns in each round. */
const PAIRS = 8

/** Many short turns: other load of the machine falls on both sides of a pair, or on few pairs. */
const sideBySide = async (
  [kartis, ceiling]: readonly [Server, Server],
  body: unknown,
  { seconds, rounds }: { seconds: number; rounds: number },
) => {
  const loads = { kartis: [] as Measured[], ceiling: [] as Measured[] }
  await measure(ceiling, body, 2)
  await measure(kartis, body, 2)
  for (let pair = 0; pair < rounds * PAIRS; pair++) {
    loads.ceiling.push(await measure(ceiling, body, seconds / 5))
    loads.kartis.push(await measure(kartis, body, seconds / 5))
  }
  return loads
}

const run: Benchmark['run'] = async (options) => {
  const [kartis, ceiling] = await Promise.all([startKartis(), startCeiling()])
  try {
    const owner = await producer(kartis.url)
    const largeSale = await sale(owner, PLENTY)
    const loads = await sideBySide([kartis, ceiling], bodyOf(largeSale), options)
    const errors = [...loads.kartis, ...loads.ceiling].reduce((sum, load) => sum + load.errors, 0)
    const ceilingFigure = {
      ...figureOf('the same endpoint, no database', loads.ceiling),
      note: costText(loads.ceiling.map(({ cost }) => cost)),
    }
    const real = figureOf(`reservations, ${BUYERS} buyers, one type`, loads.kartis)
    const smallSale = await sale(owner, FEW)
    const rush = await post(urlOf(kartis), bodyOf(smallSale), { connections: BUYERS, requests: FEW * 5 })
    const left = await stockOf(owner.call, smallSale.type)
    const held = await stockOf(owner.call, largeSale.type)
    return [
      ceilingFigure,
      {
        ...real,
        // The ratio of each pair: a machine that is slow for a while slows both turns of one pair.
        ofCeiling: median(loads.kartis.map((load, turn) => load.rate / (loads.ceiling[turn]?.rate ?? load.rate))),
        target: TARGET,
        note: `durable. ${costText(loads.kartis.map(({ cost }) => cost))}`,
      },
      { name: 'no reply was an error', proof: errors + rush.errors === 0, note: `${errors + rush.errors} errors` },
      {
        name: `${FEW * 5} requests for ${FEW} tickets`,
        rate: Math.round((rush.done + rush.refused) / (rush.done / Math.max(1, rush.rate))),
        p50: rush.p50,
        p95: rush.p95,
        p99: rush.p99,
        proof: rush.done === FEW && left.held === FEW && left.left === 0,
        note: `${rush.done} reserved, ${rush.refused} refused, ${left.held} held, 0 expected over`,
      },
      {
        name: 'every reservation is stored',
        proof: held.held + held.left === PLENTY,
        note: `${held.held} held`,
      },
    ]
  } finally {
    await Promise.all([kartis.stop(), ceiling.stop()])
  }
}

export const reserve: Benchmark = { name: 'reserve', what: 'reservations of concurrent buyers', run }
