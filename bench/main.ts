import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { page } from './page.ts'
import { type Benchmark, isMet, table } from './report.ts'
import { reserve } from './reserve.ts'

/** Every benchmark starts its own servers, stays on this machine, and stops by itself. */
const ALL: readonly Benchmark[] = [reserve, page]

const USAGE = `npm run bench -- [${ALL.map(({ name }) => name).join('|')}] [--json] [--seconds 5] [--rounds 3]`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
})

const unknown = positionals.filter((name) => !ALL.some((one) => one.name === name))
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `no benchmark is called ${unknown.join(', ')}\n${USAGE}` : USAGE)
  process.exit(unknown.length > 0 ? 1 : 0)
}

const chosen = positionals.length > 0 ? ALL.filter(({ name }) => positionals.includes(name)) : ALL
const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
const machine = { processors: cpus().length, model: cpus()[0]?.model ?? '', node: process.version }
const results: { name: string; figures: Awaited<ReturnType<Benchmark['run']>> }[] = []
for (const { name, what, run } of chosen) {
  if (!values.json) console.log(`${name}: ${what}`)
  const figures = await run(options)
  results.push({ name, figures })
  if (!values.json) console.log(`${table(figures)}\n`)
}
if (values.json) console.log(JSON.stringify({ at: new Date().toISOString(), machine, ...options, results }, null, 2))
else console.log(`${machine.processors} × ${machine.model}, Node ${machine.node}`)
process.exit(results.every(({ figures }) => figures.every(isMet)) ? 0 : 1)
