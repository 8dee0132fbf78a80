import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import { createMetrics } from './metrics.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const SERVER = join(import.meta.dirname, '../..')
const ALERTS = readFileSync(join(DOCS, 'operating/alerts.yaml'), 'utf8')
const OPERATING = readFileSync(join(DOCS, 'operating.md'), 'utf8')
const DASHBOARD = JSON.parse(readFileSync(join(DOCS, 'operating/dashboard.json'), 'utf8')) as {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

/** Functions and keywords of PromQL that are written here; `up` is made by Prometheus itself. */
const NO_METRICS = new Set([
  'sum',
  'rate',
  'max',
  'by',
  'le',
  'histogram_quantile',
  'up',
  'instance',
  'status',
  'pool',
  'state',
])

/** The names of metrics in an expression: words outside the conditions in braces. */
const metricsOf = (expr: string): string[] =>
  [...expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/gu, ' ').matchAll(/[a-z_][a-z_\d]*/gu)]
    .map(([name]) => name)
    .filter((name) => !NO_METRICS.has(name) && !/^e\d+$/u.test(name))

let world: World
let served: ReadonlySet<string>
beforeAll(async () => {
  world = await openWorld()
  const pool = { totalCount: 1, idleCount: 1, waitingCount: 0 }
  const { registry, http } = createMetrics({ main: pool, reports: pool } as never)
  http.observe({ method: 'GET', route: '/', status: 200, app: 'other' }, 0.01)
  world.platform.gauges.serve(registry, { db: world.platform.reportDb, log: world.platform.log })
  const text = await registry.metrics()
  served = new Set([...text.matchAll(/^([a-z_\d]+)(?:\{| )/gmu)].map(([, name = '']) => name))
})
afterAll(() => world.close())

/** As GitHub makes the address of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z\d -]/gu, '')
    .replaceAll(' ', '-')

describe('the alert rules and the dashboard', () => {
  it('name metrics that the server serves', () => {
    const rules = [...ALERTS.matchAll(/^ +expr: (.+)$/gmu)].map(([, expr = '']) => expr)
    const panels = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(rules.length).toBeGreaterThan(10)
    expect(panels.length).toBeGreaterThan(10)
    const missing = [...rules, ...panels].flatMap((expr) => {
      const names = metricsOf(expr)
      expect(names.length + Number(expr.startsWith('up')), expr).toBeGreaterThan(0)
      return names.filter((name) => !served.has(name)).map((name) => `${name} in ${expr}`)
    })
    expect(missing).toEqual([])
  })

  it('lead to a section that says what to do', () => {
    const sections = new Set([...OPERATING.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => anchorOf(heading)))
    const alerts = [...ALERTS.matchAll(/- alert: (\w+)/gu)].map(([, name]) => name)
    const runbooks = [...ALERTS.matchAll(/runbook: operating\.md#(.+)$/gmu)].map(([, anchor = '']) => anchor)
    expect(runbooks).toHaveLength(alerts.length)
    expect(runbooks.filter((anchor) => !sections.has(anchor))).toEqual([])
  })
})

/** Sources of the server without its tests, where the messages of the log are written. */
const SOURCES = globSync('**/*.ts', { cwd: SERVER, exclude: (path) => path === 'migrations' || path === 'testing' })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(SERVER, path), 'utf8'))
  .join('\n')

describe('the table of what can break', () => {
  const section = OPERATING.slice(OPERATING.indexOf('### What can break'), OPERATING.indexOf('### Proof'))
  const rows = [...section.matchAll(/^\| \[(.+)$/gmu)].map(([, row = '']) => row.split(' | '))
  const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = '']) => text)

  it('has everything that a section describes', () => {
    const headings = [...section.matchAll(/^#### (.+)$/gmu)].map(([, heading]) => heading)
    expect(new Set(rows.map(([name = '']) => name.slice(0, name.indexOf(']'))))).toEqual(new Set(headings))
    expect(rows.every((row) => row.length === 4)).toBe(true)
  })

  it('quotes messages that the server logs', () => {
    const messages = rows.flatMap(([, log]) => quoted(log)).filter((text) => text.includes(' '))
    expect(messages.length).toBeGreaterThan(15)
    expect(messages.filter((text) => !SOURCES.includes(text))).toEqual([])
  })

  it('names metrics that the server serves, and alerts that there are', () => {
    const metrics = rows.flatMap(([, , names]) => quoted(names)).filter((text) => /^[a-z_\d]+$/u.test(text))
    expect(metrics.length).toBeGreaterThan(10)
    expect(metrics.filter((name) => !served.has(name))).toEqual([])
    const alerts = rows.flatMap(([, , , names]) => quoted(names))
    expect(alerts.filter((name) => !ALERTS.includes(`- alert: ${name}\n`))).toEqual([])
    const missing = [...ALERTS.matchAll(/- alert: (\w+)/gu)].map(([, name = '']) => name)
    expect(missing.filter((name) => !alerts.includes(name))).toEqual([])
  })
})

describe('the numbers of an installation', () => {
  it('are read from the database, and are none while it cannot be read', async () => {
    const registry = new Registry()
    const broken = new Proxy(world.platform.reportDb, {
      get: () => () => {
        throw new Error('unreachable')
      },
    })
    world.platform.gauges.serve(registry, { db: broken, log: world.platform.log })
    const text = await registry.metrics()
    expect(text).toMatch(/^jobs_dead 0$/mu)
    expect(text).toMatch(/^reconciliation_differences Nan$/mu)
  })
})
