// npm run check: everything that reads the sources and runs nothing. Also the first part of npm test.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { language } from './language.mjs'
import { capture, ensureInstalled, NODE, ROOT, run, say } from './lib.mjs'

const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const bin = (name) => join(ROOT, 'node_modules/.bin', name)

/** A room that is laid out but still empty has nothing to check. */
const hasSources = (room) => readdirSync(join(ROOT, room), { recursive: true }).some((file) => /\.tsx?$/.test(file))

/** Two compilers at a time, each on one core: a compiler that takes several checks what a room shares once for each of them. */
const types = async () => {
  // Tests that need more types than their package have a configuration of their own.
  const projects = workspaces
    .filter(hasSources)
    .flatMap((name) => [`${name}/tsconfig.json`, `${name}/tsconfig.test.json`])
    .filter((path) => existsSync(join(ROOT, path)))
  let failed = 0
  const worker = async () => {
    for (let project = projects.shift(); project; project = projects.shift()) {
      if ((await run(bin('tsc'), ['-p', project, '--singleThreaded'])) !== 0) failed = 1
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

/** A cruiser that cannot read TypeScript finds nothing wrong, because it finds nothing: it must have met many modules. */
const MIN_MODULES = 500

const walls = () => {
  const rooms = workspaces.filter((room) => existsSync(join(ROOT, room)))
  const { code, output } = capture(NODE, [
    join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
    ...rooms,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err-long',
    '--progress',
    'none',
  ])
  if (code !== 0) {
    say(output)
    return code
  }
  const cruised = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
  say(`${cruised} modules keep to their rooms`)
  return cruised >= MIN_MODULES ? 0 : 1
}

const STEPS = [
  ['types', types],
  ['lint', () => run(bin('oxlint'), ['--type-aware'])],
  ['language', language],
  ['format', () => run(bin('oxfmt'), ['--check'])],
  ['walls', walls],
  [
    'unused',
    () =>
      existsSync(join(ROOT, 'knip.json'))
        ? run(NODE, [join(ROOT, 'node_modules/knip/bin/knip.js'), '--no-progress'])
        : 0,
  ],
]

/** Answers the name of the first step that failed, or nothing. */
export const check = async () => {
  for (const [name, step] of STEPS) {
    const began = Date.now()
    say(`\n── ${name}`)
    const code = await step()
    say(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    if (code !== 0) return name
  }
  return undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled()
  process.exit((await check()) ? 1 : 0)
}
