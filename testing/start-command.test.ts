import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** An npm that installs one package and warns, as npm does on an old Node, of whatever it may warn of. */
const NPM = `
const { mkdirSync, writeFileSync, appendFileSync } = require('node:fs')
const args = process.argv.slice(2)
appendFileSync('npm-calls', args.join(' ') + '\\n')
if (!args.includes('--loglevel=error')) console.error('npm warn EBADENGINE Unsupported engine')
if (process.env.NPM_FAILS === args[0]) process.exit(1)
mkdirSync('node_modules/node/bin', { recursive: true })
writeFileSync('node_modules/node/bin/' + (process.platform === 'win32' ? 'node.exe' : 'node'), '')
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/one': { version: '1.0.0' } } }))
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kartis-start-'))
  mkdirSync(join(folder, 'scripts'))
  copyFileSync(join(ROOT, 'scripts/lib.mjs'), join(folder, 'scripts/lib.mjs'))
  writeFileSync(join(folder, 'npm.cjs'), NPM)
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/one': { version: '1.0.0' } } }),
  )
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a fresh clone prints before it builds. */
const install = (env: Record<string, string> = {}) => {
  const program = "import('./scripts/lib.mjs').then((lib) => lib.ensureInstalled())"
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], npm_execpath: join(folder, 'npm.cjs'), ...env },
  })
  return { lines: `${stdout}${stderr}`.split('\n').filter(Boolean), status }
}
const calls = () => readFileSync(join(folder, 'npm-calls'), 'utf8').trim().split('\n')

describe('npm start in a fresh clone', () => {
  it('says in one line that packages are installed, and shows no engine warnings of npm', () => {
    expect(install()).toEqual({ lines: ['Installing packages (npm ci; a few minutes the first time) …'], status: 0 })
    expect(calls()).toEqual(['ci --no-audit --no-fund --loglevel=error'])
  })

  it('says nothing and installs nothing where everything is there', () => {
    install()
    expect(install()).toEqual({ lines: [], status: 0 })
    expect(calls()).toHaveLength(1)
  })

  it('falls back to npm install with a line of its own', () => {
    const { lines, status } = install({ NPM_FAILS: 'ci' })
    expect(status).toBe(0)
    expect(lines.at(-1)).toBe('npm ci failed; trying npm install …')
    expect(calls()[1]).toBe('install --no-save --no-audit --no-fund --loglevel=error')
  })

  it('needs nothing that Node 20 does not have before the packages are there', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } }
    expect(engines.node).toBe('>=20')
    for (const file of ['start.mjs', 'lib.mjs', 'test.mjs']) {
      const source = readFileSync(join(ROOT, 'scripts', file), 'utf8')
      for (const [, from = ''] of source.matchAll(/from '([^']+)'/gu)) expect(from, file).toMatch(/^(?:node:|\.)/u)
    }
  })
})
