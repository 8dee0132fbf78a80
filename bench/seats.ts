import type { Pool } from 'pg'
import { BIG_HALL_SEATS, bigHall } from './big-hall.ts'
import { openDatabase } from './database.ts'
import { figureOf } from './figure.ts'
import { costText, measureCpu, type Measured, postEach } from './load.ts'
import { median } from './percentiles.ts'
import type { Benchmark, Figure } from './report.ts'
import { freshEvent, type Pair, seatBooks, seatedSale, type SeatedEvent } from './seated-event.ts'
import { lagFigure, stateFigures } from './seats-live.ts'
import { dryRunFigure, weightFigure } from './seats-map.ts'
import { type Server, startCeiling, startKartis } from './servers.ts'
import { producer } from './world.ts'

const BUYERS = 200
/** Requests of one turn; more than a turn can send. */
const MOST = 14_000
const TURN_SECONDS = 1
const CATEGORIES = 3

const random = (seed: number) => {
  let state = seed
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const shuffled = <T>(values: readonly T[], seed: number): T[] => {
  const next = random(seed)
  return values
    .map((value) => ({ value, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

/** What a load sends to one event: bodies, and the pair that each asks for. */
interface TurnInput {
  readonly bodies: readonly string[]
  readonly pairs: readonly Pair[]
}

const namedSeats = ({ uuid }: SeatedEvent, pairs: readonly Pair[]): TurnInput => ({
  pairs,
  bodies: pairs.map(({ type, seats }) =>
    JSON.stringify({ event_uuid: uuid, items: [{ events_ticket_uuid: type, quantity: 2, seat_uuids: seats }] }),
  ),
})

/** Each pair is asked for once, in no order. */
const apart = (event: SeatedEvent, seed: number): TurnInput =>
  namedSeats(event, shuffled(event.pairs, seed).slice(0, MOST))

/** Everybody wants the front: the k-th best pair is wanted in proportion to 1/k. */
const front = (event: SeatedEvent, seed: number): TurnInput => {
  const next = random(seed)
  const sums: number[] = []
  event.pairs.forEach((_, rank) => sums.push((sums.at(-1) ?? 0) + 1 / (rank + 1)))
  const pick = (): number => {
    const target = next() * (sums.at(-1) ?? 0)
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return low
  }
  return namedSeats(
    event,
    Array.from({ length: MOST }, () => event.pairs[pick()]).filter((pair) => pair !== undefined),
  )
}

/** The server picks: the best two of a category. */
const best = ({ uuid, types }: SeatedEvent, seed: number): TurnInput => {
  const next = random(seed)
  const bodies = types.map((type) =>
    JSON.stringify({ event_uuid: uuid, items: [{ events_ticket_uuid: type, quantity: 2, best: {} }] }),
  )
  return { pairs: [], bodies: Array.from({ length: MOST }, () => bodies[Math.floor(next() * bodies.length)] ?? '') }
}

interface Turn {
  readonly load: Measured
  readonly refused: readonly Pair[]
}

const turn = async (server: Server, { bodies, pairs }: TurnInput): Promise<Turn> => {
  const refused: Pair[] = []
  const onStatus = (index: number, status: number): void => {
    const pair = pairs[index]
    if (status === 409 && pair) refused.push(pair)
  }
  const load = await measureCpu(server, () =>
    postEach(`${server.url}/api/v1/public/orders`, bodies, { connections: BUYERS, seconds: TURN_SECONDS, onStatus }),
  )
  return { load, refused }
}

interface Stage {
  readonly kartis: Server
  readonly ceiling: Server
  readonly db: Pool
  readonly nextEvent: () => Promise<SeatedEvent>
  readonly turns: number
}

interface Side {
  readonly kartis: readonly Measured[]
  readonly ceiling: readonly Measured[]
  readonly problems: readonly string[]
  readonly taken: number
  readonly refused: number
}

/** What the tables and the replies say against each other, as texts. */
const problemsOf = async (db: Pool, { uuid }: SeatedEvent, { load, refused }: Turn) => {
  const books = await seatBooks(db, uuid)
  const wrong = refused.filter(({ numbers }) => !numbers.some((number) => books.taken.has(number)))
  const found = [
    books.double > 0 && `${books.double} seats sold twice`,
    wrong.length > 0 && `${wrong.length} free pairs refused`,
    load.errors > 0 && `${load.errors} errors`,
    (books.taken.size !== books.ordered || books.ordered !== books.counted) &&
      `${books.taken.size} seats, ${books.ordered} in orders, ${books.counted} counted`,
    // The last requests may have been accepted after the load stopped to count.
    books.taken.size < load.done * 2 && `${load.done} reserved, ${books.taken.size} seats held`,
  ]
  return { taken: books.taken.size, problems: found.filter((text) => text !== false) }
}

/** Turns against the ceiling, each on an event of its own. */
const sideBySide = async (
  { kartis, ceiling, db, nextEvent, turns }: Stage,
  requestsOf: (event: SeatedEvent, seed: number) => TurnInput,
): Promise<Side> => {
  const side = { kartis: [] as Measured[], ceiling: [] as Measured[], problems: [] as string[], taken: 0, refused: 0 }
  for (let seed = 1; seed <= turns; seed++) {
    const event = await nextEvent()
    const input = requestsOf(event, seed)
    // The first reservation of a process loads the hall.
    await turn(kartis, { bodies: input.bodies.slice(0, 1), pairs: [] })
    side.ceiling.push((await turn(ceiling, input)).load)
    const own = await turn(kartis, { bodies: input.bodies.slice(1), pairs: input.pairs.slice(1) })
    side.kartis.push(own.load)
    const { problems, taken } = await problemsOf(db, event, own)
    side.problems.push(...problems)
    side.taken += taken
    side.refused += own.refused.length
  }
  return side
}

const figureOfSide = (name: string, side: Side, limits: Pick<Figure, 'target' | 'most'>): Figure => ({
  ...figureOf(name, side.kartis),
  rate: median(side.kartis.map(({ answered }) => answered)),
  ofCeiling: median(side.kartis.map(({ answered }, index) => answered / (side.ceiling[index]?.answered ?? answered))),
  ...limits,
  note: `${side.refused} of ${side.kartis.reduce((sum, { done, refused }) => sum + done + refused, 0)} refused. ${costText(side.kartis.map(({ cost }) => cost))}`,
})

const proofOf = (name: string, sides: readonly Side[]): Figure => {
  const problems = sides.flatMap((side) => side.problems)
  const taken = sides.reduce((sum, side) => sum + side.taken, 0)
  return { name, proof: problems.length === 0, note: problems.slice(0, 3).join('; ') || `${taken} seats held` }
}

/** The rush to the front on two server processes: who is refused, and what the tables say afterwards. */
const twoProcesses = async (count: number): Promise<Figure[]> => {
  const kartis = await startKartis({ WEB_CONCURRENCY: '2' })
  const db = openDatabase(kartis.database)
  try {
    const owner = await producer(kartis.url)
    const { event } = await seatedSale(owner, { document: bigHall() }, CATEGORIES)
    const side = { kartis: [] as Measured[], ceiling: [], problems: [] as string[], taken: 0, refused: 0 }
    for (let seed = 1; seed <= count; seed++) {
      const copy = await freshEvent(owner, db, event.uuid)
      const own = await turn(kartis, front(copy, seed + 100))
      const { problems, taken } = await problemsOf(db, copy, own)
      side.kartis.push(own.load)
      side.problems.push(...problems)
      side.taken += taken
    }
    const rate = median(side.kartis.map(({ answered }) => answered))
    return [
      { ...figureOf('everybody wants the front, two processes', side.kartis), rate },
      proofOf('no seat twice and no wrong refusal on two processes', [side]),
    ]
  } finally {
    await db.end()
    await kartis.stop()
  }
}

export const seats: Benchmark = {
  name: 'seats',
  what: `reservations of pairs in a hall of ${BIG_HALL_SEATS.toLocaleString('en')} numbered seats`,
  run: async ({ rounds }) => {
    const turns = rounds * 2
    const [kartis, ceiling] = await Promise.all([startKartis(), startCeiling()])
    const db = openDatabase(kartis.database)
    const figures: Figure[] = []
    try {
      const owner = await producer(kartis.url)
      const sale = await seatedSale(owner, { document: bigHall() }, CATEGORIES)
      const nextEvent = (): Promise<SeatedEvent> => freshEvent(owner, db, sale.event.uuid)
      const stage = { kartis, ceiling, db, nextEvent, turns }
      // Both sides have served before they are measured.
      const first = apart(await nextEvent(), 1)
      for (const server of [ceiling, kartis]) await turn(server, first)
      const pairs = await sideBySide(stage, apart)
      const rush = await sideBySide(stage, front)
      const picked = await sideBySide(stage, best)
      const live = await nextEvent()
      figures.push(
        {
          ...figureOf('the same endpoint, no database', pairs.ceiling),
          note: costText(pairs.ceiling.map(({ cost }) => cost)),
        },
        figureOfSide(`pairs that nobody else wants, ${BUYERS} buyers`, pairs, { target: 0.65 }),
        figureOfSide(`everybody wants the front, ${BUYERS} buyers`, rush, { target: 0.4 }),
        figureOfSide(`the best two, ${BUYERS} buyers`, picked, { target: 0.5, most: 150 }),
        proofOf('no seat twice, no wrong refusal, and all books agree', [pairs, rush, picked]),
        ...(await stateFigures(kartis, live, turns)),
        await lagFigure(kartis, live),
        await weightFigure(kartis, live),
        await dryRunFigure(sale),
      )
    } finally {
      await db.end()
      await Promise.all([kartis.stop(), ceiling.stop()])
    }
    figures.push(...(await twoProcesses(2)))
    return figures
  },
}
