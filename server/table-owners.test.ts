import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SERVER = import.meta.dirname

/**
 * Not read: migrations, which make the tables; testing, which prepares rows for tests. Demo data is a package of its own and
 * writes the rows of past sales; a restored backup is written table by table, whose names it reads from the database.
 */
const isSource = (path: string): boolean =>
  !path.endsWith('.test.ts') && !/^(testing|migrations)\//.test(path) && !path.includes('node_modules')

const sources = globSync('**/*.ts', { cwd: SERVER }).filter(isSource)

/** The folder that owns a file: a module, or a part of the platform. */
const ownerOf = (path: string): string =>
  /^(modules\/[^/]+\/[^/]+|platform\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? dirname(path)

const textOf = (path: string): string => readFileSync(join(SERVER, path), 'utf8')

/** Table to the module whose `tables.ts` declares it. */
const owners = new Map(
  sources
    .filter((path) => path.endsWith('/tables.ts'))
    .flatMap((path) => {
      const [, body = ''] = /interface Database \{([^}]*)\}/.exec(textOf(path)) ?? []
      return [...body.matchAll(/^\s*([a-z_]+):/gm)].map(([, table]) => [table ?? '', ownerOf(path)] as const)
    }),
)

const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([a-z_]+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\s+([a-z_]+)/g,
  /\bupdate\s+([a-z_]+)(?:\s+(?:as\s+)?[a-z]+)?\s+set\b/g,
]

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** `path → table` of every statement in a text that writes one of our tables. */
const writesIn = (text: string): string[] =>
  WRITES.flatMap((write) => [...withoutComments(text).matchAll(write)])
    .map(([, table]) => table ?? '')
    .filter((table) => owners.has(table))

const foreignWrites = sources.flatMap((path) =>
  [...new Set(writesIn(textOf(path)))]
    .filter((table) => owners.get(table) !== ownerOf(path))
    .map((table) => `${path} → ${table}`),
)

describe('the writes of a table', () => {
  it('are found in builder calls and raw SQL, but not in comments, locks and upserts', () => {
    expect(writesIn("db.insertInto('orders')")).toEqual(['orders'])
    expect(writesIn("tx.updateTable('tickets').set({})")).toEqual(['tickets'])
    expect(writesIn('sql`with x as (update orders o set status = 1) delete from tickets t using y`')).toEqual([
      'tickets',
      'orders',
    ])
    expect(writesIn('sql`insert into\n  scans (id) select id from orders for update`')).toEqual(['scans'])
    expect(
      writesIn('// insert into orders\n/** update orders set */ sql`select 1 on conflict do update set a`'),
    ).toEqual([])
  })

  it('are made by the module that owns it', () => {
    expect(foreignWrites).toEqual([])
  })
})
