import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { boxOffice } from './box-office.ts'
import { gate } from './gate.ts'
import { growth } from './growth.ts'
import { invitations } from './invitations.ts'
import { killedRefunds } from './killed-refunds.ts'
import { lighthousePage } from './lighthouse.ts'
import { money } from './money.ts'
import { overload } from './overload.ts'
import { page } from './page.ts'
import { purchase } from './purchase.ts'
import { refunds } from './refunds.ts'
import { type Benchmark, isMet, table } from './report.ts'
import { reserve } from './reserve.ts'
import { keepResult, lastResult, regressions, TOLERANCE } from './results.ts'
import { rush } from './rush.ts'
import { scan } from './scan.ts'
import { seatPages } from './seat-pages.ts'
import { seats } from './seats.ts'
import { stalls } from './stalls.ts'
import { takePeakMemory } from './servers.ts'

/** Every benchmark starts and stops its own servers on this machine. */
const ALL: readonly Benchmark[] = [
  reserve,
  purchase,
  invitations,
  boxOffice,
  refunds,
  killedRefunds,
  money,
  page,
  scan,
  gate,
  growth,
  rush,
  overload,
  seats,
  seatPages,
  lighthousePage,
  stalls,
]

const USAGE = `npm run bench -- [${ALL.map(({ name }) => name).join('|')}] [--seconds 5] [--rounds 3] [--buyers N] [--tickets N] [--seats] [--free]
  --seats    the rush is for numbered seats
  --free     the purchases cost nothing
  --buyers   of purchase and rush
  --tickets  of rush and growth, uploads of gate, guests of invitations, orders of refunds, killed-refunds and money
  --json     print as data
  --save     keep the figures in bench/results as the last good ones
  --compare  end with an error when a ratio is more than ${TOLERANCE * 100}% worse than the last good benchmark, or a proof that held is broken`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    buyers: { type: 'string' },
    tickets: { type: 'string' },
    seats: { type: 'boolean', default: false },
    free: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const unknown = positionals.filter((name) => !ALL.some((benchmark) => benchmark.name === name))
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `no benchmark is called ${unknown.join(', ')}\n${USAGE}` : USAGE)
  process.exit(unknown.length > 0 ? 1 : 0)
}

const chosen = positionals.length > 0 ? ALL.filter(({ name }) => positionals.includes(name)) : ALL
const options = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  buyers: values.buyers === undefined ? undefined : Number(values.buyers),
  tickets: values.tickets === undefined ? undefined : Number(values.tickets),
  seats: values.seats,
  free: values.free,
}
const machine = { processors: cpus().length, model: cpus()[0]?.model ?? '', node: process.version }
const results: { name: string; figures: Awaited<ReturnType<Benchmark['run']>> }[] = []
const worse: string[] = []
for (const { name, what, run } of chosen) {
  if (!values.json) console.log(`${name}: ${what}`)
  const measured = await run(options)
  const peak = takePeakMemory()
  const figures =
    peak > 0 ? [...measured, { name: 'memory of a server', note: `${Math.round(peak / 1e6)} MB at most` }] : measured
  results.push({ name, figures })
  if (!values.json) console.log(`${table(figures)}\n`)
  const key = `${name}${values.seats ? '-seats' : ''}${values.free ? '-free' : ''}`
  const before = values.compare ? lastResult(key) : undefined
  if (before) worse.push(...regressions(before, figures).map((line) => `${name}: ${line}`))
  if (values.save) keepResult({ at: new Date().toISOString(), machine, name: key, figures })
}
if (values.json) console.log(JSON.stringify({ at: new Date().toISOString(), machine, ...options, results }, null, 2))
else console.log(`${machine.processors} × ${machine.model}, Node ${machine.node}`)
for (const line of worse) console.error(`worse than the last good run: ${line}`)
process.exit(worse.length === 0 && results.every(({ figures }) => figures.every(isMet)) ? 0 : 1)
