import { endpoint } from '@kartis/contract/endpoint.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openWorld, type World } from '../../testing/world.ts'
import { type App, route } from './route.ts'

const probe = endpoint({
  method: 'GET',
  path: '/v1/probe',
  access: 'public',
  tag: 'probe',
  summary: 'A probe.',
  reply: z.unknown(),
})

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [async (app: App) => route(app, probe, async () => refuse('sold_out'))] })
})
afterAll(() => world.close())

describe('a refusal that the description of the API does not list', () => {
  test('is an error of a server under test', async () => {
    expect((await world.call(probe)).error).toMatchObject({
      code: 'system_error',
      detail: { undeclared: 'GET /api/v1/probe does not declare sold_out' },
    })
  })

  test('is sent all the same by a running server', async () => {
    world.app.validatesReplies = false
    expect((await world.call(probe)).error?.code).toBe('sold_out')
  })
})
