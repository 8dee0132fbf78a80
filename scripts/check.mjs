// npm run check: static checks of the sources; also the first part of npm test.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { language } from './language.mjs'
import { capture, ensureInstalled, NODE, print, ROOT, run } from './lib.mjs'

const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const KNIP = join(ROOT, 'node_modules/knip/bin/knip.js')
const bin = (name) => join(ROOT, 'node_modules/.bin', name)

/** A workspace without sources has nothing to check. */
const hasSources = (workspace) =>
  readdirSync(join(ROOT, workspace), { recursive: true }).some((file) => /\.tsx?$/.test(file))

/** Two compilers at a time, each with one thread: a compiler with several threads checks shared sources once for each. */
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

/** dependency-cruiser reports no violation when it cannot read TypeScript, so it must have seen many modules. */
const MIN_MODULES = 500

const boundaries = () => {
  const folders = workspaces.filter((workspace) => existsSync(join(ROOT, workspace)))
  const { code, output } = capture(NODE, [
    join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
    ...folders,
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err-long',
    '--progress',
    'none',
  ])
  if (code !== 0) {
    print(output)
    return code
  }
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
  print(`${modules} modules keep to the boundaries`)
  return modules >= MIN_MODULES ? 0 : 1
}

const STEPS = [
  ['types', types],
  ['lint', () => run(bin('oxlint'), ['--type-aware'])],
  ['language', language],
  ['format', () => run(bin('oxfmt'), ['--check'])],
  ['boundaries', boundaries],
  [
    'unused',
    // In the second run tests do not count as use: what only tests call is dead code.
    async () =>
      (await run(NODE, [KNIP, '--no-progress'])) ||
      run(NODE, [KNIP, '--no-progress', '--production', '--include', 'exports,types']),
  ],
]

/** Runs all steps; resolves with the name of the first that fails, or undefined. */
export const check = async () => {
  for (const [name, step] of STEPS) {
    const startedAt = Date.now()
    print(`\n── ${name}`)
    const code = await step()
    print(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
    if (code !== 0) return name
  }
  return undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled()
  process.exit((await check()) ? 1 : 0)
}
