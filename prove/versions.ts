import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const MIGRATIONS = 'server/migrations'
const SKIP = new Set(['node_modules', '.cache', 'data'])

const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] }

/** The packages of the repository are those of the version; all others are shared. */
const linkPackages = (to: string): void => {
  const packages = join(to, 'node_modules')
  mkdirSync(join(packages, '@kartis'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@kartis') symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  for (const name of workspaces) symlinkSync(join(to, name), join(packages, '@kartis', name))
}

/** Migrations of a version to come: columns of the busiest tables, an index, a constraint and its validation, a table. */
const REHEARSAL: Readonly<Record<string, readonly string[]>> = {
  '9001-columns': ['orders', 'order_lines', 'tickets', 'payments', 'refunds', 'messages'].map(
    (table) => `await sql\`alter table ${table} add column rehearsed text not null default 'yes'\`.execute(db)`,
  ),
  '9002-more-columns': ['events', 'ticket_types', 'stock', 'accounts', 'sessions', 'users', 'scans'].map(
    (table) => `await sql\`alter table ${table} add column rehearsed int\`.execute(db)`,
  ),
  '9003-index': [`await buildIndex(db, { name: 'orders_rehearsed', on: 'orders (event_id, rehearsed)' })`],
  '9004-constraint': [
    `await sql\`alter table tickets add constraint tickets_rehearsed check (rehearsed <> 'no') not valid\`.execute(db)`,
  ],
  '9005-validated': [`await sql\`alter table tickets validate constraint tickets_rehearsed\`.execute(db)`],
  '9006-table': [`await sql\`create table rehearsals (id uuid primary key, order_id uuid)\`.execute(db)`],
}

const migrationText = (statements: readonly string[]): string =>
  [
    `import { type Kysely, sql } from 'kysely'`,
    `import { buildIndex } from '../platform/database/build-index.ts'`,
    `export const isTransaction = ${!statements.some((text) => text.includes('buildIndex'))}`,
    `export async function up(db: Kysely<unknown>): Promise<void> {`,
    ...statements,
    '}',
  ].join('\n')

const copyBuilt = (to: string): void => {
  for (const name of ['producer/dist', 'storefront/dist']) cpSync(join(ROOT, name), join(to, name), { recursive: true })
}

/** Names of the migrations that the version to come adds. */
export const REHEARSED = Object.keys(REHEARSAL)

/** Writes the version to come into a folder: this one, and migrations that change what it reads all the time. */
export const writeNextVersion = (to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const name of [...workspaces, 'package.json'])
    cpSync(join(ROOT, name), join(to, name), {
      recursive: true,
      filter: (path) => !SKIP.has(basename(path)) && !/\.test\.tsx?$/.test(path),
    })
  for (const [name, statements] of Object.entries(REHEARSAL))
    writeFileSync(join(to, MIGRATIONS, `${name}.ts`), migrationText(statements))
  linkPackages(to)
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Earlier migrations asked for a stop (`ONLINE_FROM` of the server). */
const ONLINE_FROM = '0171'

const newestMigration = (): string | undefined =>
  readdirSync(join(ROOT, MIGRATIONS))
    .toSorted()
    .findLast((name) => name >= ONLINE_FROM)

/** The commit before the newest migration; undefined without the history of the repository. */
const commitBefore = (): string | undefined => {
  const newest = newestMigration()
  if (newest === undefined) return undefined
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `${MIGRATIONS}/${newest}`)
    return git('rev-parse', '--verify', `${added}~1`)
  } catch {
    return undefined
  }
}

export const withoutVersionBefore = (): string | undefined => {
  if (newestMigration() === undefined) return 'No migration has been added since versions run beside each other.'
  return commitBefore() === undefined
    ? 'It needs the history of the repository (a clone that is not shallow).'
    : undefined
}

/** Writes the version before the newest migration into a folder. Returns its commit. */
export const writeVersionBefore = (to: string): string => {
  const commit = commitBefore() ?? ''
  mkdirSync(to, { recursive: true })
  const archive = join(to, 'version.tar')
  git('archive', '--format=tar', '-o', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', to])
  copyBuilt(to)
  linkPackages(to)
  return commit
}

/** Names of the migrations that this version has and another one has not. */
export const migrationsSince = (root: string): string[] =>
  readdirSync(join(ROOT, MIGRATIONS)).filter((name) => !existsSync(join(root, MIGRATIONS, name)))

/** The folder of this version. */
export const THIS_VERSION = ROOT
