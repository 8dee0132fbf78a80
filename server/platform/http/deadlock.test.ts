import { data, endpoint } from '@kartis/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openWorld, type World } from '../../testing/world.ts'
import { type App, route } from './route.ts'

const probe = endpoint({
  method: 'POST',
  path: '/v1/probe',
  access: 'public',
  tag: 'probe',
  summary: 'A probe.',
  body: z.object({ code: z.string() }),
  reply: data(z.null()),
})

let world: World
beforeAll(async () => {
  const module = async (app: App) =>
    route(app, probe, async ({ body, platform }) => {
      const statement = `do $$ begin raise exception 'probe' using errcode = '${body.code}'; end $$`
      await sql.raw(statement).execute(platform.db)
      return { data: null }
    })
  world = await openWorld({ modules: [module] })
})
afterAll(() => world.close())

it.each(['40P01', '40001'])(
  'a statement that PostgreSQL ended with %s, such as one that met a migration, is to be repeated',
  async (code) => {
    const answer = await world.http('POST', '/api/v1/probe', { code })
    expect(answer).toMatchObject({ status: 503, error: { code: 'overloaded' } })
    expect(answer.headers['retry-after']).toBeDefined()
  },
)
