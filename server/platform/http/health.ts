import { sql } from 'kysely'
import type { App } from './route.ts'

export interface HealthOptions {
  /** Text for Prometheus. */
  readonly figures: () => Promise<string>
  /** Nothing when the process may be given work, else what is missing. */
  readonly notReady?: () => string | undefined
}

const reachable = async (app: App): Promise<boolean> => {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), 2000).unref())
  const answer = sql`select 1`.execute(app.platform.db).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late])
}

/** `/healthz` the process lives; `/readyz` it can serve (database there, not stopping); `/metrics` figures. */
export const health = (app: App, { figures, notReady }: HealthOptions): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const missing = notReady?.() ?? ((await reachable(app)) ? undefined : 'database')
    return missing ? reply.code(503).send({ status: 'not ready', missing }) : { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await figures()),
  )
}
