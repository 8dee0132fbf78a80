import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SCENARIOS } from './scenarios/index.ts'
import { pageOf } from './page.ts'
import { holds, type Proof, prove } from './prove.ts'

const USAGE = `npm run prove -- [words of a scenario's name …] [--quick] [--list]
  --quick   the short run, which is a part of npm test
  --list    the names of all scenarios
  --seconds, --minutes   how long "soak" takes, which runs only when it is named`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const chosen = SCENARIOS.filter(({ name, isQuick, isLong }) =>
  positionals.length === 0
    ? !isLong && (!values.quick || isQuick)
    : (!values.quick || isQuick) && positionals.some((terms) => name.includes(terms)),
)
const seconds = Number(values.seconds ?? Number(values.minutes ?? 0) * 60) || undefined
if (values.help || values.list || chosen.length === 0) {
  console.log(values.list ? SCENARIOS.map(({ name }) => name).join('\n') : USAGE)
  process.exit(values.help || values.list ? 0 : 1)
}

const folder = join(import.meta.dirname, '../.cache/prove')
mkdirSync(folder, { recursive: true })
const head = {
  at: new Date().toISOString(),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? ''}, Node ${process.version}`,
}
const proofs: Proof[] = []
for (const [number, scenario] of chosen.entries()) {
  console.log(`${number + 1} of ${chosen.length}: ${scenario.name} …`)
  const proof = await prove(scenario, seconds)
  proofs.push(proof)
  for (const line of proof.lines)
    console.log(`  ${line.holds ? '✓' : '✗'} ${line.what}${line.note && `: ${line.note}`}`)
  if (proof.skipped !== undefined) console.log(`  not tried: ${proof.skipped}`)
  if (proof.log !== undefined) {
    const file = join(folder, `${scenario.name.replaceAll(' ', '-')}.log`)
    writeFileSync(file, proof.log)
    console.log(`  the server's log: ${file}`)
  }
  // After each scenario, so that a run that is stopped leaves its page.
  writeFileSync(join(folder, 'proof.md'), pageOf(proofs, head))
}
const bad = proofs.filter((proof) => !holds(proof))
console.log(`\n${proofs.length - bad.length} of ${proofs.length} hold; the page of proof: ${join(folder, 'proof.md')}`)
process.exit(bad.length === 0 ? 0 : 1)
