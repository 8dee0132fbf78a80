// npm test: types, lint, walls, unit and integration tests on a real PostgreSQL, journeys in a real Chromium.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { ensureBuilt, ensureInstalled, environment, NODE, ROOT, run, say } from './lib.mjs'

const total = { passed: 0, failed: 0 }

const finish = (reason) => {
  if (reason) {
    console.error(`\n${reason}`)
    if (total.failed === 0) total.failed = 1
  }
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

const report = (name) => join(ROOT, '.cache', `${name}.json`)

const readReport = (name) => (existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : undefined)

const vitest = async () => {
  const code = await run(NODE, [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report('vitest')}`,
  ])
  const told = readReport('vitest')
  total.passed += told?.numPassedTests ?? 0
  total.failed += told?.numFailedTests ?? 0
  if (code !== 0 || !told?.numPassedTests) finish('The unit and integration tests failed.')
}

const playwright = async (chrome) => {
  const config = join(ROOT, 'e2e/playwright.config.ts')
  const code = await run(
    NODE,
    [join(ROOT, 'node_modules/playwright/cli.js'), 'test', '-c', config, '--reporter=list,json'],
    {
      env: environment({ CHROME_PATH: chrome, PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') }),
    },
  )
  const stats = readReport('playwright')?.stats
  total.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0)
  total.failed += stats?.unexpected ?? 0
  if (code !== 0 || !stats?.expected) finish('The journeys in the browser failed.')
}

await ensureInstalled()
mkdirSync(join(ROOT, '.cache'), { recursive: true })
for (const name of ['vitest', 'playwright']) rmSync(report(name), { force: true })
const chrome = await ensureBrowser()
if (!chrome) finish('No Chromium could be found or installed: set CHROME_PATH to one.')
const wrong = await check()
if (wrong) finish(`The check "${wrong}" failed.`)
await ensureBuilt()
await vitest()
await playwright(chrome)
finish()
