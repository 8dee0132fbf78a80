// npm test: static checks, unit and integration tests on a real PostgreSQL, journeys in a real Chromium.
// npm test -- <filters>: only the test files whose path, and the journeys whose file name or title, contains one of the filters.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { ensureBuilt, ensureInstalled, environment, NODE, print, ROOT, run } from './lib.mjs'
import { memoryFolder } from './memory-folder.mjs'

const filters = process.argv.slice(2)
const isFiltered = filters.length > 0
const total = { passed: 0, failed: 0 }

const finish = (reason) => {
  if (reason) {
    console.error(`\n${reason}`)
    if (total.failed === 0) total.failed = 1
  }
  print(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

const report = (name) => join(ROOT, '.cache', `${name}.json`)

const readReport = (name) => (existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : undefined)

const vitest = async () => {
  const code = await run(NODE, [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...filters,
    ...(isFiltered ? ['--passWithNoTests'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report('vitest')}`,
  ])
  const results = readReport('vitest')
  total.passed += results?.numPassedTests ?? 0
  total.failed += results?.numFailedTests ?? 0
  if (code !== 0 || !(isFiltered || results?.numPassedTests)) finish('The unit and integration tests failed.')
}

/** A pattern of Playwright's `--grep`, which matches file names and titles and ignores case. */
const grepPattern = () => filters.map((filter) => filter.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')

const playwright = async (chrome) => {
  const config = join(ROOT, 'e2e/playwright.config.ts')
  const grepArguments = isFiltered ? ['--grep', grepPattern(), '--pass-with-no-tests'] : []
  const code = await run(
    NODE,
    [join(ROOT, 'node_modules/playwright/cli.js'), 'test', '-c', config, '--reporter=list,json', ...grepArguments],
    {
      env: environment({ CHROME_PATH: chrome, PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') }),
    },
  )
  const stats = readReport('playwright')?.stats
  total.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  total.failed += stats?.unexpected ?? 0
  if (code !== 0 || !(isFiltered || stats?.expected)) finish('The journeys in the browser failed.')
}

await ensureInstalled()
mkdirSync(join(ROOT, '.cache'), { recursive: true })
for (const name of ['vitest', 'playwright']) rmSync(report(name), { force: true })
const chrome = await ensureBrowser()
if (!chrome) finish('No Chromium could be found or installed: set CHROME_PATH to one.')
// The bundler and half of the checks use one processor each.
const [failedStep] = await Promise.all([isFiltered ? undefined : check(), ensureBuilt()])
if (failedStep) finish(`The check "${failedStep}" failed.`)
const memory = memoryFolder()
if (memory) process.env.TMPDIR = memory
await vitest()
await playwright(chrome)
finish(total.passed === 0 ? `No test matches ${filters.join(' ')}.` : undefined)
